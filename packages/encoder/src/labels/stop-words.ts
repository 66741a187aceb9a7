/**
 * English words that name no theme: function words, and verbs, nouns and adverbs of every subject. In lower case;
 * clitics as the tokenizer splits them. `dropEvenWords` finds those of other languages by their even spread.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
  a an the this that these those such same other another others each every either neither both all any some none no not
  n't nor only own more most much many few fewer less least several enough rather quite very too so just even still yet
  already also again once twice ever never always often sometimes usually rarely soon later early earlier now then here
  there where when while whenever wherever why how what which who whom whose whether if unless until till because since
  although though however therefore thus hence moreover furthermore otherwise instead meanwhile nevertheless indeed
  perhaps maybe almost nearly simply really actually basically generally typically especially particularly mainly mostly
  fully completely easily quickly directly certainly clearly probably likely currently recently previously finally
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
  it its itself they them their theirs themselves one ones oneself someone somebody something somewhere anyone anybody
  anything anywhere everyone everybody everything everywhere nobody nothing nowhere
  and or but of at by for with without within about against between among through throughout during before after above
  below to from up down in out on off over under into onto upon across along around behind beyond beside besides despite
  except inside outside near next per plus than toward towards via versus vs as like unlike according due regarding
  am is are was were be been being do does did doing done have has had having will would shall should can could may might
  must ought need needs needed needing dare 's 'm 're 've 'll 'd ca wo sha ai cannot
  get gets getting got gotten give gives giving gave given go goes going went gone come comes coming came take takes
  taking took taken make makes making made let lets put puts putting keep keeps keeping kept set sets setting want wants
  wanted wanting use uses used using try tries trying tried see sees seeing saw seen look looks looking looked know knows
  knowing knew known think thinks thinking thought say says saying said tell tells telling told ask asks asking asked
  find finds finding found show shows showing showed shown seem seems seemed become becomes becoming became happen
  happens happened happening mean means meant help helps helping helped allow allows allowing allowed provide provides
  providing provided include includes including included contain contains contained require requires required requiring
  start starts starting started begin begins beginning began begun end ends ending ended follow follows following
  followed work works working worked call calls called calling run runs running turn turns turned bring brings brought
  leave leaves leaving left add adds adding added create creates creating created change changes changed changing
  consider considered considers cause causes caused remain remains remained appear appears appeared based depend depends
  depending relate related expect expected describe describes described mention mentioned note notes noted refer refers
  referred explain explains explained discuss discussed ensure ensures makes feel feels felt talk talks
  supports supported supporting specifies specify specified specifying returns returned displays displayed indicates
  indicate represents represent determines determine corresponds occurs occur enables enable performs perform handles
  deletes removes remove removed adds applies apply shows serves offers holds hold carries carry demands matters lies
  stands stand sits sit passes pass lasts grows comes reaches reach forms brings gathers belongs lets named understand learn
  learns learned answer answers avoid avoids prevent prevents share shares wait waits stop stops
  way ways thing things lot lots kind kinds sort sorts type types part parts bit number numbers example examples case
  cases instance fact point points reason reasons result results time times day days year years week weeks month months
  hour hours minute minutes second seconds decade decades century centuries morning afternoon evening
  today yesterday tomorrow moment place places people person man men woman women side sides end area areas form forms
  order level levels amount rest terms term sense idea ideas question questions problem problems issue issues item items
  detail details section sections chapter chapters page pages figure table tables list lists post posts article articles
  step steps etc eg ie e.g. i.e. et al
  new old good better best bad worse worst great big bigger biggest small smaller smallest large larger largest little
  long longer short high higher low lower important main major minor first second third last final next previous former
  latter different similar various certain possible able available common general specific particular sure true false
  whole full entire right wrong easy hard simple real current recent early late additional further well nice single
  multiple two three four five six seven eight nine ten eleven twelve
  fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions dozen
  half quarter metre metres meter meters centimetre centimetres kilometre kilometres percent celsius alone
  kg km cm mm mi sq ft lb lbs oz mph a.m. p.m.
  anymore elsewhere altogether beforehand afterward afterwards downstream upstream forward backward
  yes ok okay please thanks thank hello back away together ago far around apart aside maybe else
  january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  http https www com org html href src img isbn doi pp vol ed eds retrieved archived
  `
    .trim()
    .split(/\s+/)
)

/** Irregular past forms, without those that are also nouns ("rose", "thought"). */
const IRREGULAR: ReadonlySet<string> = new Set(
  (
    'arisen arose beaten befell begun beheld bent bitten blew blown born borne bought broken brought built caught chose chosen clung ' +
    'crept dealt drank drawn driven drove dug dwelt eaten fled flew flown forbade forbidden forgotten forsaken fought froze ' +
    'frozen grew grown heard held hid hidden hung kept knew known laid lain led lost met overcame overtaken paid proven ran risen sang ' +
    'sank sat sent sewn shaken shone shown shrank shrunk slain slept sold sought spent spoken sprang sprung stole stolen stood stricken ' +
    'struck stuck sung sunk swam swept sworn swung taught threw thrown told took torn understood undertaken undertook underwent withdrawn ' +
    'withdrew woken won wore worn wove woven written wrote ' +
    'agreed decreed died freed guaranteed lied owed tied'
  ).split(' ')
)

const PAST = /^[a-z]{2,}[^e]ed$/
const NO_PASTS: ReadonlySet<string> = new Set('biped bloodshed embed hatred moped riverbed seabed watershed'.split(' '))

/**
 * Returns whether a lower-case word is the past form of a verb ("opened", "built"). Such words may only begin a name,
 * as in "dedicated server".
 */
export function isPast(term: string): boolean {
  return IRREGULAR.has(term) || (PAST.test(term) && !NO_PASTS.has(term))
}

/** Words that may join two others into one phrase ("terms of service", "Ada's notes"). */
export const JOINING_WORDS: ReadonlySet<string> = new Set(['of', "'s", 'de', 'du', 'des', 'del', 'di', 'von', 'van'])

/** Words followed by a noun or its adjectives, never by a verb. */
export const OPENING_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those its his her their our your my some any no each every another ' +
    'of at by for with without in on from into between through during via'
  ).split(' ')
)
