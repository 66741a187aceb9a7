// English words by their position in a phrase, in addition to stop-words.ts. `leitmotif-train heading-words` prints
// these lists.

/** Words that lead a noun phrase and seldom end one, as adjectives do. */
export const LEADING_WORDS = `
abandoning abdominal abnormal abolishing abolitionist absolute absolutely absorbing abstract abundant academic
accelerating accepting accidental accidentally acclaimed accompanying accumulated accurate achieving acidic acquiring
active actively activist actress actual acute adapting additionally adequate adjoining adjusting administering
administrative adopting adult advanced advancing adverse advisory advocating aerial aesthetic affecting affects
affirmative affluent affordable aforementioned aggregate aggressive aggressively agrarian agricultural airborne airing
airline aka alcoholic algebraic alleged allegedly altering alternate alternating ambient ambitious amino amphibious
amusement anaerobic analog analogue analyzing anatomical ancestral ancient angular animal animated annotated
announcing annual anonymous answering anterior anthropological anthropologist antibiotic apparently appellate applying
appointing approaching appropriate approximate aquatic arable arbitrarily arbitrary arcade archaeological archaic
architectural arid aristocratic armed armored armoured arterial artificial artificially artistic ascending ascetic
asserting assessing assigning assisting associate assuming astronomer astronomical athletic atmospheric atomic
attacking attending attracted attracting authoritarian authoritative automated automatically automobile automotive
autonomous avoiding awarding bacterial badly balanced banning bare barely bargaining basal basic bearing beat beating
beautiful behavioral believing biblical bicameral bike bilateral bilingual bin binomial biochemical biographer
biological biologically biomedical bitter black blank blanket blocking bloody blowing blown boarding bodily boiling
bony boost bordering bore borne borrow botanical bourgeois breaking breast brief briefly bright brighter brilliant
bringing broad broader broadly broken brutal bureaucratic busiest busy buying cadet calcium calculating canonical
capillary capitalist carbon cardiac careful carefully carried carrying carved casting casual catastrophic catching
causal causing celebrating celestial cellular central centralised centralized centrally ceramic cereal cerebral
ceremonial cervical challenging characterize charging charismatic charitable cheap chemical chemically chemist chief
choosing choral chronic circular circulating circulatory citing civic civil civilian claiming classic classical clean
climatic clinical closely closest coastal coconut coding cognitive coherent colder coldest collaborative collective
collectively colloquial colonial colored colorful coloured columnist combat combines combining comic commanding
commercial commercially committing commonly communal communicating commuter compact comparative comparatively compares
comparing compelling competing competitive compiling complementary complete completing complex composing composite
comprehensive compressed comprising compulsory computational conceptual concerning condensed conditioned conducting
confidential confirming conflicting congressional connecting connective connects conquered conquering conscious
consecutive conservative considerable considerably considering consistently consolidated constantly constituent
constituting constitutional constitutionally constructing consulting consumer consuming containing contemporary
contentious contiguous continental continual continually continuing continuous continuously contour contrasting
controlling conventional conventionally converting convex convincing cooler cooperative coordinate coordinating
copying coral coronary corporate correct corresponding corrupt cosmic cosmopolitan countless covalent cover covering
covert cranial creative credible criminal critical critically crossing crowded crude cruise crushing cryptographic
crystalline cu cubic cultural culturally cumulative curly curved customized cut cutting cyclic da daily dairy damaging
dark darker daylight daytime de deadly deceased decentralized deciding deciduous decisive decisively declaring
declining decreasing deductive deemed deep deeper deepest deeply defeating defending defensive defines defining
definite definitely definitive degenerate del delayed deliberate deliberately delicate delivering delivers della
demanding demographic demonstrating denoting dense densely denser dental denying depicting depressive deputy der des
descending describing designing desired desperate destroying destructive detailed detecting determining devastating
developing developmental devolved di diagonal dielectric dietary differential differing diffuse digestive digital
dimensional diminishing diploid diplomatic direct directing directional disadvantaged disastrous disciplinary
discovering discrete discriminatory discussing disproportionately distant distinct distinctive distinctly
distinguishes distinguishing distributing divergent diverse diversified divided dividing divine doctoral doctrinal
documentary documenting domestic domesticated dominant dominating dorsal double downloading downtown dramatic drastic
drastically draw dried drier driest drinking driving dropping drug dry du dual durable dwarf earliest earning
ecclesiastical eclectic ecological economic economically economist ecumenical edible editorial educational effective
effectively efficient egalitarian eighteen eighteenth eighth elaborate elastic eldest electing elective electoral
electric electrical electrically electromagnetic electronic elegant elevated eleventh eliminating elliptical em
emergency emerging eminent emitting emotional emphasizing empirical employing empowering empty en enabling
encompassing encourages encouraging endocrine enduring energetic enforcing enhanced enhancing enjoying enlisted
enormous enslaved ensuing ensuring entails entering enthusiastic entrepreneurial environmental environmentally epic
epigenetic epistemological epithelial equally equatorial escape establishing eternal ethical ethnic ethnically
ethnographic eukaryotic evaluating evenly eventual eventually everyday evolutionary exact examining exceeding
excellent exceptional exceptionally excessive exciting excluding exclusive executing executive exercising exhaust
exhibit existential existing exotic expanding expansive experiencing explaining explicit explicitly exploiting
exploring explosive exponential exporting expressing extant extending extensive external extra extracellular
extraordinary extreme extremely facial facilitates facilitating facing facto faint fair fairly fairy fake falling
famed famous famously farm farther fascist fatal fatty favorable favoring favorite favourable fearing featuring
federal federally fellow female feminist fertile fetal feudal fictional fierce fifteenth filing filling financial
financially finest finishing finite firmly fiscal fits fitting flagship fleeing flooded floppy flowering flowing
fluorescent flying focal folk forcibly forcing foreign foremost forensic forested formal formally formidable forming
fortified fossil foundational fourteen fourth freed freely frequent frequently fresh fried friendly frontal fulfilling
functional functionally fundamental fundamentally fungal fur gaining galactic gang garbage gaseous gatherer
generalized generating generic generous genetic genetically genital genuine geographic geographical geographically
geologic geological geometric germ giant git glacial global glottal govern governing governmental governs gradual
gradually graduate grained grammatical grant granting grape graphic graphical gravitational greater greatest greatly
greenhouse grey grocery gross grouped growing guerrilla guest guiding handed handheld haploid hardly harmonic harsh
hash hazardous healthy heavenly heavier heaviest heavily heavy heightened heraldic hereditary heroic hiding highest
highlight highlighting highly hip historian historic historical historically hitting hoc holding hollow homologous
honorary horizontal hot household huge human humanist humanitarian humid hung hydraulic hydrocarbon hydroelectric
hypothetical ibn ice iconic ideally identifiable identifying ideological idle ignoring illegitimate imaginary
immediate immediately immense immigrant immune imperial imperialist implementing implements implicit implicitly
implying importing imposing impoverished impressive improper improved improving inaugural incoming incorporated
incorporating incorrectly increased increasing increasingly incumbent indefinite indentured independent indicating
indie indifference indigenous indirect individual indoor induced inducted inductive industrial industrialized inertial
infamous infant infectious infinite infinitely inflammatory influencing influential informal infrared inherent
inherently initial initially initiating injected innate inner innocent innovative inorganic insect installing instant
instantly institutional integral integrated integrating intellectual intelligent intense intensive intentional
intentionally interactive interesting interim intermediate internal international interpreting interstellar
intervening intestinal intimate intracellular intricate intrinsic introducing introductory intuitive invaded invading
invariably invasive inverted investigating investigative involving ionic irregular issuing jet joining joint jointly
judicial junior jure juvenile kinetic la lacking largely lasted lasting lateral latest launching lawful laying leaning
leap leftist legal legally legislative legitimate lengthy lesser lethal letting lexical liberal libertarian lifelong
lifting lighter lightweight likewise linear lingua linguistic linguistically lipid literary liturgical local localized
logical logically longest longstanding longtime loose loosely losing loved loving lowest lowland lucrative luminous
lunar lung luxury lymph lymphatic macroeconomic macroscopic magnetic mainstream maintaining male mammalian managing
manned manual marching marginal marine marital maritime marking married martial massive maternal mathematical
mathematically mature maximum meaningful measurable mechanical mechanically medial medical medicinal mental mentally
merchant mere metabolic metallic metaphysical metric metropolitan microbial microscopic microwave migrant migratory
militant military millennium mimic minded mineral miniature minimal minimum ministerial missile missionary mistakenly
mitochondrial mobile moderate moderately modern modernist modernized modest modifying modular moist molecular molten
monastic monetary monthly monumental moral morally morphological mortgage mountain mountainous movable movie moving
multicellular multicultural multinational municipal muscular musical mut mutable mutual mutually mysterious mystical
mythical mythological naked named narrow narrower narrowly nasal national nationalist native natural naturally
nautical naval navigable nearby nearest negative negatively negotiating neighboring neighbouring neoclassical nervous
neural neutral neutron newer newest newly nineteen nineteenth ninth noble nomadic nominal nominally nonetheless
nonprofit nonviolent normal normally normative northeastern northern northernmost northwestern notable noticeable npm
nuclear nucleic nucleotide numeric numerical numerous nutrient observable observational observing obtaining obviously
occasional occasionally occupying oceanic offer offering official officially offshore older oldest olive ongoing
online opaque openly operating operational operative opposing opposite oppressive optic optical optimal oral orbital
orbiting orchestral ordinary organic organizational organizing oriented original originally ostensibly outdoor outer
outlines outlying outstanding overall overland overlapping overly overseas overseeing overt overwhelming
overwhelmingly owning pagan palatal pale papal paramilitary parasitic parental parking parliamentary parse partial
partially partisan partitioned partly passenger passionate passive paternal pathogenic patriotic paying peaceful
peacekeeping peasant peculiar pedestrian pension percussion perfect perfectly performing periodic periodically
peripheral permanent permanently permitting perpetual persistent personal personally pet petty pharmaceutical phased
philosophical phonemic phonetic phonological photographic photosynthetic phylogenetic physical physically physicist
physiological picked picking pioneering pipe pirate pitched pivotal placing planetary plastic playing playoff poetic
pointed polar polarized police political politically polling poor poorer poorest poorly popular popularly populated
populist populous portable positional positive positively possessing possessive possibly postage postal posterior
postgraduate posting potential potentially poured powerful practical practically practicing pragmatic preceding
precious precise precisely predominant predominantly preferring pregnant preliminary premature presenting presently
presided presidential presiding pressing prestigious presumably pretty prevailing preventing primary primate prime
primetime primitive primordial princely principal private privately privileged procedural producing productive
professional profound profoundly progressive progressively prohibiting prolific prolonged prominent promotes promoting
promotional prompting promptly propelled proper properly proposing proprietary prospective prosperous protecting
protective protects provincial proving provisional psychological public publicly pulled pulling pulmonary puppet
purchasing pure purely pursuing pushed pushing qualitative quantitative quantum quarterly questioning quick quiet
quotation racial racially racist radial radical radically radioactive raiding railroad railway rainy raises raising
random randomly rapid rated rational raw ray reaching readily realistic reasonable reasonably rebel rebelled receiving
reciprocal recognizable recognizing recreational rectangular red reducing reed refined reflecting refractive refugee
regional regular regularly regulates regulating regulatory reigning rejecting relational relatively relativistic
releasing reliably religious religiously remaining remarkable remarkably remote removing renal renewable renewed
rental repeat repeated repeatedly repeating repetitive replacing reportedly representing reproductive requesting
researching resemble resembles resembling residential resolving respective respiratory resting restoring restricting
restrictive resultant retail retaining returning revealing reverse reviewing revolutionary rhetorical rhythmic rich
richer richest rigid rigorous rising rival robust rolled rolling romantic rotating rotational rough rounded routinely
rugby rugged ruling rural sacred sandy satellite satisfying scalar scattered scholarly scientific seasonal secondary
secret secretly sectional secular secure securing sedentary sedimentary seeking seemingly segregated seismic seizing
seldom selecting selective selling semantic seminal sending senior sensory separate separates separating separatist
sequential serial serious seriously serving seventeen seventeenth seventh severe severed severely sexual sexually
shallow shaped shaping shared sharp shifting shorter shortly shut significant significantly silent simplest simplified
simultaneous sing sixteen sixteenth sixth sizable sizeable sized skeletal ski skilled slave sliding slight slightly
slowed slower slowing slowly smart smooth soap social socialist socially societal sociological sociologist soft solar
sole solo solving sometime somewhat sophisticated sounding southeastern southern southernmost southwestern sovereign
soy spaced spanning spare sparsely spatial spawned speaking special specialised specialist specialized specially
spectacular spectral speculative spelled spherical spice spinal spinning spiral spiritual spontaneous sporadic
sporting spotted spreading spun sq square stabilizing stained stainless stakeholder standalone standard standardised
standardized starring statewide stationary statistical statistically statutory steadily steady stealing steam steep
stellar stepped stimulating stopping straight stranded strange strategic strategically strengthening stressed stricter
strictly striking stringent strong stronger strongest strongly structural structurally structured student studying
subdivided subjective submarine submitting subsequent subsequently substantial substantially substantive subtle
subtropical suburban succeeding successful successfully successive sudden suddenly sufficiently suggesting sulfuric
superficial supernatural supplying supposedly surgical surround surrounding surrounds surviving sustainable sustained
sustaining sweeping sweet syllabic symbolic syndicated syntactic synthetic systematic systematically systemic tackle
tactical talented tallest tangible taxonomic tech technical technological tectonic teenage telephone televised
temperate temporal temporarily temporary terminating terrestrial terrible territorial terrorist textile textual themed
theological theoretical theoretically therapeutic thereby thermal thermodynamic thin thirteen thirteenth thoracic
thorough thoroughly threatening thriving throwing tidal tight tightly timely tiny tonal topographic torn total
totalitarian totally touching touring tourist toxic toy trading traditional traditionally tragic trailing transferring
transforming transgender transient transitional translating transmitting transporting transverse traumatic treating
tremendous triangular tribal trigger triggering troop tropical truly trusted turning twelfth twentieth typical
ultimate ultimately ultraviolet unanimous unauthorized und undergoing undergraduate underground underlying underwater
unequal unexpected unicameral unified uniformly unifying unincorporated uninhabited unintended unique uniquely unitary
uniting universal universally unlimited unmarried unnamed unofficial unprecedented unrestricted unstressed untrusted
unusual unusually unwanted upcoming upgrading upper urban urgent urinary usual utilizing vaginal valuable van
variously varsity varying vascular vast vastly vegetable velar verbal vertebral vertical veteran viable vibrant vice
viewing vigorous vinyl violating violent violently virtual virtually viscous visiting visual visually vital vitamin
vocal vocational voiceless volatile volcanic voluntary volunteer von voter walked walled warmer warmest wartime
watching weaker wealthier wealthiest wealthy wearing web weekly weighted wet white wholesale wholly wide widely wider
widespread wild winning wiped wireless wooden woven yearly yielding young younger youngest
`

/** Words that neither begin nor end a noun phrase, as verbs do. */
export const VERBS = `
abandon abandoned aboard abolish absorb accelerate accept accepts accommodate accompany accomplish accorded accumulate
accurately achieve acknowledge acknowledged acquire acquired activate adapt address addresses adequately adhere adjust
administer admired admit adopt adopted advise advised advocated affect affirmed afford afforded agree airs alienated
align alleviate allocate alongside alter altered amend amid amongst analyze angered annex announce announced appoint
appoints appreciate appreciated approached approve approved arguably argue arise arrange arrive assemble assert assess
assign assigns assist assume assumed assumes assured atop attach attacked attain attained attend attended attract
attracts authored authorised authorized awarded bear bears behave believe believes belong beneath bestowed bind blamed
boasts bought breaks broke build burn buy bypass calculate cancel cast ceded celebrate celebrated celebrates
challenged championed choose chooses chose cite cites clarified clarify classify click climb coincide collaborate
collect collects combine commanded commemorate commits communicate compare compensate compete compile compiles
completed comply compose comprise comprised comprises compute concentrate conclude condemned conducts confer configure
conform confronted connect conquer consequently consist consolidate constitute constituted constitutes construct
consult consume contend continue contribute convert converts convey convince convinced cooperate cope covers
criticised criticize criticized crossed crosses crushed cultivate decide declare declared declares decreases defeated
defend defended define deliver delivered demanded demonstrate demonstrated demonstrates denied denote denotes
denounced deny depict depicts deploy descend designate designates destroy detect devastated develop develops devised
dictate die differ differentiate disable disagree disappear discourage discover discusses disliked dismiss dismissed
dispatched disrupt disrupted dissolve distinguish distribute divides dominate dominates download drafted drains draws
drew drove dubbed earn earned easier eat edit educate elect elects eliminate embrace embraced emerge emit emphasised
emphasize emphasized emphasizes employ employs emulate enabled enact enclose encode encompass encompassed encompasses
encounter encounters encourage encouraged endorsed enforce engage enhance enjoy enjoyed enjoys ensured enter entered
enters envisioned equals essentially establish established establishes evaluate evaluates evolve exactly examine
examined examines exceed exceeded exceeds exclude excludes execute executes exercises exert exerted exhibited exhibits
exist exits expand expands expects expel experienced exploit exploited explore explored explores expose express
expresses extend extends extract faced facilitate facilitated favored favors favoured feared featured filed fill
finish fit flee flew flourish forbade forbid forged forget formed formerly formulate formulated foster fostered fought
fueled fulfill fulfilled gain gained garnered gather generate generates granted grow halted handle hate hear heard
held hide highlighted hire hit hits hosted hosts hurt identifies identify ignore illustrate illustrates imagine
impacted implement imply impose improve improves incorporate incorporates increases induce inevitably infect infer
inform inhabit inherit inherited inhibit initiate initiated insert inspire instituted instructed integrate intend
interact interfere interpret intervene introduce introduced introduces invade invented invest investigate investigated
invite involve involves isolate issued join joined joins justify kill kills lacked lacks laid launched lay lend
leverage levy lift liked live locate lose loses lost maintain maintained maintains manage manages manipulate manually
marked marry maximize meet meets mentions merely merge minimize minus miss missed mitigate modify monitor monitors
multiply namely navigate necessarily negotiate negotiated nicknamed nominate notably notice noticed notified nowadays
obey observe obtain occupies occupy offered omit opens operate operates oppose opposes optionally ordered organize
originate outlined outnumbered overcome override oversaw oversee oversees overthrew overturned owe owed owns
participate passed patented patrol paved pay pays penetrate perceive permit permits persist persuade persuaded pick
pioneered play played plays popularized portray pose posed poses possess possessed possesses praised pray preceded
predict predicts prefer prepare presents preserve pressured prevail prevented prioritize proceed proclaimed produce
produces prohibit prohibits promote promoted prompted propagate propose proposes protect protested prove provoked
publish published publishes punish purchased pursue pursued qualify questioned quit raided raise ran ratify reached
read reads realize receive received receives recognise recognize recognizes recommend recommends reconcile reconstruct
recover recruit redefined redirect reduce reduces reflect reflected reflects refuse regain regained regulate reinforce
reinstated reject rejected rejects relieve relocate rely remember renamed renounced reorganized repay repealed replace
replaces replicate reproduce resembled reside resign resist resisted respond restore restrict resumed retain retained
retains retire retrieve reveal reveals reversed revise revive revoked rotate rotates routed safely sang sank satisfy
save saves scan scored secrete secured seek seize seized select selects sell sells send sends sent serve settle shed
signed simplify sink sold solve somehow spans sparked speak speaks spend spends spent splits spoke spurred stabilize
staged stay stayed steal stimulate stimulated stimulates strengthen strengthened stresses strive struck submit succeed
sued suffer suffered suggest summarize summarizes summoned supervised supplanted suppose suppress surpassed
surprisingly survive survived sustain sweep swept synthesize talked taught teach teaches tear technically termed
terminate threaten threw thrive throws topped touched touches toured traces transform transformed translate transmit
treat treats triggered uncommon undergo undergoes undergone undermine undermined underneath undertake undertook
underwent unify unite unto unveiled upheld uphold urged utilize validate vary verify violate violated visited
voluntarily waged watched weaken wear weigh welcomed whatever whereas whereby wherein whilst win wins wish wished
withdraw withdrew withstand witnessed won wore worry worth wrap write wrote yield yielded yields
`
