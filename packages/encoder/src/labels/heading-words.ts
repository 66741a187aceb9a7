// Made by `leitmotif-train heading-words` from the training part of the articles; made again, not edited.

/** Headings that fit any subject, and in how many articles each stands, the most frequent first. */
export const GENERIC_HEADINGS = `
History 2003; Summary 522; Introduction 276; Overview 251; Background 147; Examples 113; Example 60; Usage 59;
Conclusion 49; Libraries 49; Properties 39; Format 38; Security 38; Methods 27; Communication 24; Limitations 24;
Operations 21; Scope 21; Challenges 20; Process 18; Tools 18; Impact 17; Feedback 13; Explanation 12; Goals 11;
Context 10; Documentation 10; Metadata 10; Participation 10; Problems 10; Compatibility 8; Getting started 8;
Formatting 7; Milestones 7; Additional resources 6; Evaluation 6; Note 6; Recommendations 6; Sessions 6;
Authentication 5; Configuration 5;
`

/** Headings of a subject that many articles have. */
export const COMMON_HEADINGS = `
Etymology 761; Economy 688; Geography 600; Climate 579; Demographics 567; Education 540; Religion 526; Culture 409;
Sports 394; Drawbacks 390; Description 299; Music 273; Media 254; Politics 253; Tourism 253; Alternatives 235;
Languages 224; Cuisine 218; Transport 205; Government 200; Architecture 190; Origins 181; Transportation 181;
Military 175; Health 174; Administrative divisions 168; Sport 168; Definition 167; Terminology 167; Early history 159;
Classification 158; Language 156; Types 143; Legacy 140; Criticism 136; Name 136; Foreign relations 131;
Structure 123; Other 115; Television 115; In popular culture 113; Government and politics 109; Research 107;
Agriculture 106; Rail 103; Energy 101; Air 100; Definitions 97; Development 97; Geology 97; Applications 95;
Characteristics 90; Early life 84; Museums 81; Radio 81; Ethnic groups 80; Prehistory 80; Crime 79; Death 79; Art 78;
Ecology 78; Governance 77; Uses 76; Flora and fauna 75; Airports 74; Human rights 74; Organization 74; Origin 74;
Population 74; Environment 69; Phonology 66; Science and technology 66; Syntax 65; Athletics 64; Grammar 64; Roads 64;
Further research 61; Healthcare 60; Production 60; Consonants 59; Infrastructure 59; Radio and television 59;
Topography 59; Biodiversity 57; Football 57; Industry 57; Administration 55; Cinema 55; Evolution 55; Features 53;
Festivals 53; Film 53; Vowels 53; Genetics 52; Modern history 52; Other uses 52; Antiquity 51; Philosophy 51; Road 51;
Vocabulary 51; Cityscape 50; Arts 49; Economics 49; Dialects 48; Flora 48; Names 48; Campus 47;
Colleges and universities 47; Fauna 47; Telephones 47; Criticisms 46; Early years 46; Rankings 46; Food 45;
Function 45; Law 45; Technology 45; Geographic distribution 44; Management 44; Membership 44; Modern era 44;
Regulation 44; Controversies 43; Statistics 43; Wildlife 43; Causes 42; Local government 42; Morphology 42;
Reception 42; Composition 41; Design 41; Epidemiology 41; Demography 40; Historiography 40; Symbols 40;
World war i 40; Formation 39; Housing 39; Controversy 38; Funding 38; Nomenclature 38; Occurrence 38;
Performing arts 38; Geography and climate 37; Railways 37; Software 37; Construction 36; Distribution 36; Medicine 36;
Personal life 36; Society and culture 36; Visual arts 36; Water 36; Admissions 35; General 35; Prevention 35;
Public transport 35; Safety 35; Subdivisions 35; Writing system 35; Bus 34; Communications 34; Neighborhoods 34;
Orthography 34; Others 34; Science 34; Taxonomy 34; Aftermath 33; Decline 33; Employment 33; Events 33; Finances 33;
Immigration 33; Independence 33; Influence 33; Law and government 33; Naming 33; Taxation 33; Women 33; References 32;
Ethnicity 31; Expansion 31; Founding 31; Functions 31; Higher education 31; Highways 31; International 31;
Recent history 31; Utilities 31; Water supply and sanitation 31; Academics 30; Diagnosis 30; Health care 30;
Location 30; Modern 30; Recreation 30; Trade 30; Biology 29; Chemistry 29; Family 29; Landmarks 29; Measurement 29;
Other animals 29; Reproduction 29; Ancient history 28; Equipment 28; Future 28; Gender 28; Other languages 28;
Signs and symptoms 28; Video games 28; Components 27; Fashion 27; Isotopes 27; Medieval 27; Parks 27; Services 27;
Society 27; Timeline 27; Traditions 27; Verbs 27; Basketball 26; Cycling 26; Elections 26; Environmental issues 26;
Foundation 26; Life 26; Main sights 26; Migration 26; Programming 26; Standards 26; Student life 26; Buses 25;
Entertainment 25; Mining 25; Newspapers 25; Political culture 25; Popular culture 25; Public transportation 25;
Theatre 25; Budget 24; Coat of arms 24; Conservation 24; Discovery 24; Early life and education 24;
Early modern period 24; Foreign policy 24; Other sports 24; People 24; Sustainability 24; Telephone 24; Toponymy 24;
Treatment 24; Activities 23; Aviation 23; Cricket 23; Manufacturing 23; Organizations 23; Parks and recreation 23;
Second world war 23; Birth data 22; Climate change 22; Content 22; Diversity 22; Other countries 22; Personnel 22;
Physical properties 22; Politics and government 22; Psychology 22; Purpose 22; Support 22; Thanks 22; Venues 22;
Air transport 21; Astronomy 21; Creation 21; Environmental impact 21; Legal status 21; Music and dance 21;
Natural resources 21; Next steps 21; Performance 21; Pollution 21; Storage 21; Telecommunications 21;
Clinical significance 20; Early modern 20; Ethics 20; Marriage 20; Nutrition 20; Sea 20; Size 20; Standardization 20;
Theory 20; Urbanization 20; Advertising 19; Competition 19; Implementation 18; Benefits 17; Adoption 16; Privacy 16;
Leadership 15; Committees 14; Accessibility 13; Community 13; Marketing 13; Publishing 13; Calendar 12;
Methodology 11; Other applications 11; Time 11; Approach 10; Exceptions 10; Meetings 10; Parameters 10; Planning 10;
Resources 10; Encryption 9; Future work 9; Reliability 9; Requirements 9; Stability 9; Dependencies 8; Details 8;
Extensions 8; Punctuation 8; Strategy 8; Complexity 7; Data 7; Access control 6; Cargo 6; Merchandise 6; Patterns 6;
Prohibition 6; Lessons learned 5; Macros 5; Presentation 5; Pressure 5; Processes 5; Profiles 5; Search 5;
Specialization 5; The future 5; Agenda 4; Announcement 4; Arrays 4; Basic usage 4; Credits 4; Data collection 4;
Downsides 4; Glossary 4; Interviews 4; Mitigation 4; Modules 4; Project management 4; Recommendation 4; Schema 4;
Telemetry 4; The problem 4; Type 4; User experience 4; Algorithms 3; Closures 3; Collaboration 3; Data access 3;
Decision 3; Hashing 3; Language features 3; Samples 3; Stakeholders 3; Table of contents 3;
`

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
