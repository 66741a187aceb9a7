import { STOP_WORDS } from './stop-words.js'

/**
 * Function words of other languages in Latin script: articles, pronouns, prepositions, conjunctions, auxiliary verbs.
 * In lower case, without single letters and English stop words. One set for all languages, applied only to sentences
 * with little English.
 */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  `
  de la el los las del un una unos unas lo que ni en con por para sin sobre entre hasta desde hacia según durante
  mediante se su sus le les nos os te tu tus mi mis yo tú él ella ello ellos ellas usted ustedes nosotros nosotras este
  esta esto estos estas ese esa eso esos esas aquel aquella aquello si sí como cómo cuando cuándo donde dónde quien quién
  quienes cual cuál cuales qué porque pero sino aunque mientras pues también tampoco muy más menos ya aún todavía así bien
  todo toda todos todas cada otro otra otros otras mismo misma mismos algo algún alguna algunos algunas nada nadie es son
  eran fue fueron ser sean siendo sido está están estaba estar estoy estamos ha han había habían haber hay hemos hace
  hacer tiene tienen tener tengo puede pueden poder debe deben nuestro nuestra nuestros nuestras vez
  uma uns umas dos da das na nas ao aos às pelo pela pelos pelas num numa em sem sob até após seu sua seus suas meu minha
  nosso nossa eu você vocês ele ela eles elas nós lhe lhes isto isso aquilo esse essa aquele aquela não sim mas ou nem também
  muito muita muitos mais já ainda quando onde quem qual quais pois então são eram foi foram seja estão estava há tem têm
  tinha ter pode podem deve outro outra outros mesmo mesma
  els dels als pel pels amb sota fins però perquè quan aquest aquesta aquests aquestes aquell seva seves nostre nostra també
  més molt és són hi ho
  une des du au aux ce cet cette ces mon ma mes ta tes sa ses notre votre vos leur leurs je il elle nous vous ils elles
  lui eux moi toi soi dont où qui quoi quel quelle quels quelles lequel laquelle lesquels donc car ne pas moins très aussi
  même comme pour par sans sous sur dans avec chez vers contre depuis pendant avant après jusque lors puis alors ainsi
  encore déjà toujours jamais rien tout toute tous toutes chaque autre autres plusieurs est sont était étaient être été suis
  sommes êtes seront soit ont avait avaient avoir ayant peut peuvent doit doivent fait faire faut c'est qu'il qu'elle qu'on
  qu'une qu'un d'un d'une n'est s'est l'on j'ai
  gli uno dello della dei degli delle allo alla agli alle dal dallo dalla dai dagli dalle nel nello nella nei negli nelle sul
  sullo sulla sui sugli sulle di tra fra che chi cui quale quali perché anche ancora già più meno molto poco non né od
  sono erano essere stato stata stati state hanno aveva avere può possono devono io lei noi voi loro ti ci vi suo suoi sue mio
  mia nostro questo questa questi queste quello quella quelli tutto tutta tutti tutte ogni altro altra altri altre stesso
  stessa dopo prima senza sotto sopra
  și să nu cu din pe în care sunt fost fi fie va vor avea mai dar sau ori dacă când unde cum pentru prin după până despre
  între fără spre asupra unei unui ale lor ei ea acest această aceste acești acel acea foarte toate toți fiecare
  der die den dem ein eine einen einem einer eines kein keine keinen keiner und oder aber denn sondern doch nicht auch nur
  noch schon sehr mehr wenn weil dass daß ob wie dann hier dort wer welche welcher welches ich er sie wir ihr mich dich sich
  euch mir dir ihm ihn ihnen mein meine dein deine sein seine seinen seiner ihre ihren ihrer unser unsere dieser diese dieses
  diesem diesen jener jene allem allen aller alles jeder jede jedes im auf aus bei beim bis durch für gegen mit nach ohne seit
  über um unter vom von zu zum zur zwischen ist sind war waren bist wird werden wurde wurden worden geworden habe hat
  haben hatte hatten kann können konnte muss müssen soll sollen sollte darf dürfen mag möchte wollen
  het een van dat dit deze voor met op zijn niet aan om ook bij naar uit maar heeft hebben werd wordt zou zal kan kunnen
  moet moeten ik jij hij zij ze wij jullie hun haar mij zich ons onze geen wel nog dan wat waar hoe onder tegen tussen
  zonder omdat dus toch meer veel andere nie sy hulle
  och att det som ett på är av för med inte var jag sig från så när hade ska skall också efter eller sina sitt där mot har hon
  denna detta dessa vid hur mycket än utan mellan blir blev bli vara varit genom hos ingen inga allt andra og ikke ikkje til
  af jeg vil skal kunne være vært bliver etter mellem mellom uden uten hvor hvad hva når hvis fordi disse denne dette noen
  nogle noget hende deres sine min også nå ved
  się że jest po przez przy przed za dla jak co tak już być był była było byli są które który która którzy których którym oraz
  lub albo czy także też jego jej tego tej tym tych może bardzo tylko więc gdy kiedy gdzie ponieważ nad między bez
  ve jsou byl byla bylo byly být že pro při před nebo jako který která které také jeho její jejich tato tento této aby když
  kde už jen podle mezi sú bol bola bolo boli ako ktorý ktorá ktoré aj alebo pre pri
  kao ili koji koja koje ali iz nije bio bila bilo biti sam smo ovo ovaj taj ki pa tudi kot ker
  bir bu için ile olarak olan çok daha gibi kadar sonra ama ancak veya şu değil yok ise mı tarafından
  yang ke dari untuk dengan pada ini itu adalah dalam tidak oleh atau akan juga sebagai karena ada bisa dapat telah sudah
  mereka kami kita saya anda ia dia
  ang ng mga ay ito nang kung hindi
  ja että oli ovat olla hän tai mutta kun kuin myös joka jotka sekä niin jos vain hänen tämä sen mukaan ning kui ka oma ole
  az egy hogy volt ez azt meg csak már még vagy voltak lesz amely aki ami ezt ezek azok után szerint között
  và của là có không được các những một cho với trong này đã người khi từ như để ra vào
  `
    .trim()
    .split(/\s+/)
)

/** Whether a term is a function word of another language than English. */
export function isForeignWord(term: string): boolean {
  return FOREIGN_WORDS.has(term)
}

/** Distinct function words that mark a sentence as foreign. */
const LEAST_WORDS = 2

const NONE: ReadonlySet<string> = new Set()

/** Articles and pronouns that end with an apostrophe and join the next word: "l'eau". */
const ELIDED = /^(?:[cdjlmnst]|qu|dell|nell|dall|sull|all|un)['’]/iu

/** Returns a text of another language than English without its function words and elided articles. */
export function withoutForeignWords(text: string): string {
  return text.replace(/[\p{L}\p{M}'’]+/gu, (word) => {
    const plain = word.replace(ELIDED, '')
    return FOREIGN_WORDS.has(word.toLowerCase()) || FOREIGN_WORDS.has(plain.toLowerCase()) ? ' ' : plain
  })
}

/** Returns the foreign function words in a sentence's terms; none if it has as many English stop words. */
export function foreignWordsIn(terms: readonly string[]): ReadonlySet<string> {
  const found = terms.filter((term) => FOREIGN_WORDS.has(term))
  if (new Set(found).size < LEAST_WORDS) return NONE
  return found.length > terms.filter((term) => STOP_WORDS.has(term)).length ? FOREIGN_WORDS : NONE
}
