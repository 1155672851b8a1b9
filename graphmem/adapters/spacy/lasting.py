# ruff: noqa: E501 - one phrase a line, however long: broken up it can't be read
"""Words that tell what lasts from what is only for now."""

from graphmem.core.text import word_set

# Said in the present they tell of this moment or of this talk, not of a habit.
MOMENTARY = word_set(
    """
    need want think guess know see understand mean hope wonder feel agree believe suppose look seem appreciate promise swear
    remember forget wish doubt ask notice mind care bet say tell suggest recommend thank apologise apologize try find get
    hear sound imagine assume expect plan intend realise realize give send attach paste share copy click run wait hurt fail crash
    break lag freeze come go put keep let start begin end happen appear become struggle leave head miss check read write make
    take bring show open turn move stop consider figure accept insist beg owe deserve admit confess decide choose pick vote
    request require receive face return throw load install search follow recall regret confirm order report ping
    """
)
# Going on now, they go on for long.
ENDURING = word_set(
    """
    learn study train save live work raise date recover expect renovate restore build write teach volunteer breed grow
    collect practise practice attend pursue undergo commute rent lease foster retrain specialise specialize major apprentice
    freelance intern homeschool marry engage retire relocate move migrate emigrate rehab quit research develop found run
    coach mentor host lead manage serve transition suffer battle fast diet bulk cut see
    """
)
# Once done, they hold, or are worth knowing for good.
MILESTONES = word_set(
    """
    move grow graduate study marry adopt quit retire join buy sell lose win pass die break found publish convert turn become
    divorce learn switch relocate emigrate immigrate bear diagnose promote hire fire sack lay engage propose wed bury inherit
    enlist serve train qualify certify enrol enroll drop separate split rescue foster expect conceive deliver birth survive
    beat fracture tear sprain undergo operate transplant amputate deploy naturalise naturalize settle launch open close
    acquire merge sign record compose paint complete finish earn receive award invent patent build renovate restore
    volunteer climb run swim sail visit travel live work teach play raise own name call meet start begin stop give accept
    change upgrade replace trade register donate convert crash total leave
    """
)
# Without a date they are told in passing.
PASSING = word_set(
    "visit travel run swim climb play work open close finish complete start begin stop call meet give pass lose break change accept buy sell sign turn build paint crash beat win receive train live teach "
    "earn record award survive leave drop separate split acquire merge register upgrade replace trade donate raise own serve deliver expect operate tear total"
)
TRANSIENT = word_set(
    """
    tired hungry thirsty bored sick ill busy late sorry sure glad happy sad excited ready curious confused stuck done back here home
    free fine ok okay good great well worried interested able aware wrong right lost annoyed frustrated exhausted sleepy
    awake upset angry mad nervous anxious stressed overwhelmed impressed surprised grateful thankful thrilled delighted
    drunk hungover alone asleep outside inside available unavailable offline online unsure certain keen eager
    hopeful doubtful skeptical sceptical ashamed embarrassed jealous lucky pleased proud relieved torn tempted
    behind ahead early half-way halfway close near far through better worse best cold hot warm wet dirty freezing
    starving full broke desperate shocked disappointed amazed fascinated intrigued inclined bit little kinda so too down up
    off on in out over there gone speechless clueless guilty obsessed willing prepared set new dead flat low running ahead
    amazing awesome cool nice lovely perfect terrible awful bad weird strange funny hilarious crazy insane beautiful
    delicious important interesting helpful useful possible impossible hard easy difficult true false correct
    """
)
# Things of the moment or of this talk: "my question is", "my code doesn't work", "I have a headache".
PASSING_THINGS = word_set(
    """
    question questions problem problems issue issues idea ideas doubt doubts meeting headache cold feeling time trouble error errors
    code query request point guess concern confusion suggestion feedback thought thoughts plan plans draft essay email emails
    message reply answer prompt function script program class file files test tests output input browser screen internet
    connection wifi order delivery package parcel flight train bus taxi uber battery head back stomach throat nose eyes legs feet
    brain mood day morning evening night weekend week lunch dinner breakfast coffee tea food fridge understanding bad fault turn
    choice options option chance luck sense impression clue minute second moment hour look go hunch word presentation assignment
    homework paper essay report task tasks deadline call interview exam appointment reason favor favour apologies mistake text
    budget list requirements setup build deployment server app site website page button table data dataset variable loop model
    intention aim hope bet money idea clue fun nothing everything anything something lot bit thing things way stuff much many
    more one ones half case vision experience story command instruction instructions sentence word input step
    """
)
HABIT_WORDS = (
    r"\b(?:always|never|usually|often|every|each (?:day|week|month|year|morning|evening|night)|daily|weekly|monthly|yearly|nightly|"
    r"only(?: ever)?|normally|generally|typically|mostly|most (?:days|nights|mornings|evenings|weekends)|regularly|"
    r"(?:on |in |at )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|at weekends|weekends|weekdays|mornings|evenings|nights|"
    r"(?:once|twice|\w+ times) (?:a|per) (?:day|week|month|year)|all year|for (?:\w+ ){1,2}(?:years|months|decades)|since (?=\d|i was|last|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|then|child|birth|age|the|my|early|late|uni|school|college|we|he|she)|whenever|"
    r"rarely|hardly ever|sometimes|these days|nowadays|for a living|full[- ]time|part[- ]time|as a (?:hobby|rule))\b"
)

# What somebody is for long. Any other adjective is taken to be for now.
TRAITS = word_set(
    """
    allergic vegan vegetarian pescatarian introverted extroverted shy religious atheist agnostic bilingual trilingual multilingual fluent native
    tall short petite bald blind deaf mute disabled autistic neurodivergent neurodiverse dyslexic dyspraxic dyscalculic diabetic prediabetic
    asthmatic epileptic anaemic anemic hypertensive immunocompromised pregnant single married engaged divorced separated widowed gay straight bi
    bisexual queer lesbian trans transgender nonbinary non-binary asexual retired unemployed self-employed freelance adopted orphaned
    colour-blind color-blind colourblind colorblind left-handed right-handed ambidextrous claustrophobic arachnophobic coeliac celiac teetotal sober
    addicted kosher halal nocturnal punctual clumsy messy forgetful impatient frugal sporty athletic
    scared afraid terrified phobic frightened prone sensitive intolerant lactose-intolerant gluten-free based obsessed passionate fond
    muslim christian hindu jewish buddhist catholic protestant sikh orthodox mormon old years-old nearsighted short-sighted shortsighted
    long-sighted farsighted hypermobile bipolar vaccinated licensed certified qualified tattooed double-jointed dairy-free vegan-ish
    impaired hearing-impaired visually-impaired overweight underweight hard-of-hearing autoimmune paralysed paralyzed paraplegic quadriplegic insomniac lefty righty dutch-born monolingual tone-deaf housebound bedridden
    """
)
TRAIT_ENDINGS = (
    "-handed",
    "-blind",
    "-phobic",
    "phobic",
    "-free",
    "-intolerant",
    "-born",
    "-based",
    "-sighted",
    "lingual",
)
SKILLS = word_set(
    "speak read play drive swim cook ride sing type code juggle ski sew knit whistle sign draw dance bake surf sail program"
)
