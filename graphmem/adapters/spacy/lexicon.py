"""Words that tell a person from a pet, a thing, a place or a brand."""

from graphmem.core.text import word_set

ANIMALS = word_set(
    """
    dog cat puppy pup kitten kitty hamster rabbit bunny horse pony parrot budgie bird fish goldfish tortoise turtle
    snake lizard gecko ferret rat mouse gerbil chinchilla hedgehog hen chicken rooster cockerel duck goose goat
    sheep lamb cow pig donkey mule llama alpaca tarantula iguana canary cockatiel pet guinea greyhound labrador lab
    retriever poodle beagle terrier spaniel dachshund bulldog collie corgi husky pug chihuahua whippet shepherd mutt
    mongrel tabby siamese ragdoll maine coon labradoodle cockapoo doodle stallion mare foal gelding hound tomcat
    doggo rottweiler axolotl
    """
)
SOMEBODY = word_set(
    """
    guy man woman lady girl boy person dude bloke chap someone somebody kid fella lad lass gentleman people child
    baby
    """
)
PERSON_ENDINGS = ("mate", "ist", "ian", "woman", "man", "person", "er", "or", "ress", "ant", "pal", "wife")
GREETINGS = word_set(
    """
    hi hey hello thanks thx dear ok okay cheers yo morning alexa sorry listen
    """
)
ASSISTANTS = word_set(
    """
    claude alexa siri chatgpt gpt gemini copilot cortana bard grok google bixby llama mistral assistant jarvis
    perplexity
    """
)
BRANDS = word_set(
    """
    fedora debian boots mercedes ford tesla chase levi levis wendys mcdonald mcdonalds dennys jenkins jira ruby java
    python perl rust swift daniels barclays lloyds goldman sachs wells fargo dell porsche
    ferrari lancia renault peugeot honda chanel prada dior armani gucci zara cartier nestle kellogg
     emmy grammy lexus mazda ikea amazon apple netflix spotify pixel excel slack docker jupyter
    pandas django flask scala pascal delphi godot anki notion obsidian ansible vagrant prometheus
     hadoop kafka celery
    """
)
OBJECTS = word_set(
    "car van boat bike motorbike truck laptop computer robot vacuum roomba house server phone guitar plant printer bot"
)
CALENDAR = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun christmas easter halloween ramadan eid diwali
    hanukkah thanksgiving spring summer autumn winter valentine
    """
)
FAVOURITES = word_set("favourite favorite fav fave favourites favorites")
PLACED = word_set("in at near through around across into inside outside via towards onto")
DIRECTED = word_set("to from for of on since until till by before after during every")
NOT_PEOPLE = word_set(
    """
    GPE LOC FAC ORG NORP DATE TIME PRODUCT WORK_OF_ART EVENT LANGUAGE LAW MONEY QUANTITY
    """
)
# What only people do.
HUMAN_VERBS = word_set(
    """
    work teach study speak marry cook bake retire graduate write read sing paint knit sew divorce volunteer commute
    say tell ask think believe text email phone ring wear own collect practise practice coach babysit invite suggest
    recommend advise promise apologize apologise complain convert propose drink smoke vote propose surf ski code
    design organise organize manage earn borrow lend pay buy sell rent prefer restore translate photograph garden
    quit
    """
)
# What animals do too, and therefore no proof without a name that is a person's.
LIVELY_VERBS = word_set(
    """
    live love hate like dislike enjoy want need know move grow eat play visit call help come go have be turn get
    meet run swim snore sleep walk learn start stop keep make take bring see find hope feel try use join leave
    support travel give fix drive ride dance watch laugh cry die pass birth bear diagnose win lose remember forget
    do hurt break
    """
)
HUMAN_TRAITS = word_set(
    """
    allergic vegan vegetarian pregnant married divorced single widowed engaged retired catholic muslim jewish
    dyslexic autistic diabetic intolerant coeliac celiac pescatarian left-handed colour-blind colorblind lactose
    afraid scared terrified deaf gay bisexual lesbian nonbinary trans shy unemployed self-employed teetotal kosher
    halal
    """
)
SOCIAL_VERBS = word_set(
    """
    meet call visit tell ask invite text email phone ring marry date know thank message babysit hug miss introduce
    befriend adopt raise owe remind convince mentor hire interview pay wed
    """
)
PARTICLES = word_set(
    """
    de da do dos das del della di van von der den ter la le el al bin ibn ben bint abu mac o y
    """
)
NO_NAMES = word_set(
    """
    i me my the a an is was and or but so not no yes he she it they we you who what when where why how there here
    this that oh ok okay hi hey hello thanks please sorry also just very really too still now never always only both
    all everyone everybody nobody yesterday today tomorrow tonight remind remember call mr mrs ms dr god lord
    internet phd
    """
)
# Places that are given names too.
PLACES = word_set(
    """
    jordan paris florence charlotte austin madison sydney georgia chad israel devon chelsea brooklyn london vienna
    sofia adelaide victoria santiago lima kent lincoln houston dallas phoenix savannah carolina virginia dakota
    montana cheyenne geneva verona siena petra alexandria valencia cordoba lourdes india china kenya ireland asia
    africa america america orlando milan cairo delhi chester lancaster preston bristol stafford bradford clifton
    leith camden jackson denver aurora raleigh columbus trenton salem olympia juneau lyon nancy lorient rostock graz
    essen bergen oslo odessa ankara mercedes medina rio mexico cuba panama argentina brazil italy france germany
    spain portugal dublin cork kerry
    """
)
