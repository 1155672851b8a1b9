"""The words around secrets: what they are called, and what is said about them without giving one away."""

import re


def listed(words: str) -> frozenset[str]:
    """The words of a long line, as a set."""
    return frozenset(words.split())


_NAMES = (
    # "pass" alone is too common a word: see PASS.
    r"passwords?|pass ?words?|passwrd|pasword|passowrd|passwd|pswd|pwd|pwds|pws?|psw|pass-?phrases?|pass phrases?"
    r"|passkey"
    r"|(?:shared|client|app|webhook|signing|consumer) secret|(?:security|secret) (?:question )?answer|answer (?:to"
    r"|for) (?:my|the) (?:security|secret) question"
    r"|\w*passw(?:ort|örter)(?:es)?|\w*kennw(?:ort|örter)|\w*losungswort"
    r"|(?:wi-?fi|wlan|wpa\d?|router|network|hotspot|wireless)(?:'s)?[ -]?(?:code|key|schlüssel|clé|clave|chave"
    r"|chiave|sleutel|kod|kode)|(?:code|clé|clave|chave|chiave|codice|kod) (?:d[eu]l? |do )?(?:wi-?fi|wlan)"
    r"|contrase(?:ñ|n)as?|contrasenya|mots? de passe|mdp|senhas?|palavra-?passe|parola d'ordine|parol[ae]\w{0,4}|passe"
    r"|\w*wachtwoord(?:en)?|\w*l(?:ö|o)senord(?:et)?|\w*passord(?:et)?|\w*kodeord(?:et)?|adgangs(?:kode|ord)(?:n|et)?"
    r"|has(?:ł|l)(?:o|a|em)|hesl[oa]|jelsz(?:ó|o|ava)\w*|salasana\w*|lozink[ae]|geslo|парол(?:ь|я|ю|и)|şifre\w*"
    r"|sifre\w*"
    r"|κωδικ(?:ό|ο)ς|סיסמ[אה]|कूटशब्द|पासवर्ड|mật khẩu|kata sandi|slaptažodis|parool"
)
PASSWORD = re.compile(rf"(?i)(?<![^\W_])(?:{_NAMES})(?![^\W_])")
PASS = re.compile(r"(?i)(?<![^\W_])(?:pass|passe)(?![^\W_])")
# Passes that are paper or plastic.
PAPER_PASS = re.compile(
    r"(?i)\b(?:ski|bus|boarding|season|day|annual|parking|train|rail|hall|mountain|press|lift|museum|guest|visitor"
    r"|travel|monthly"
    r"|weekly|green|access|backstage|vip|game|battle|free|street|park|tram|metro|ferry|gym|pool|i|to|we|you|they"
    r"|can|will|don't|the)\s+$"
)

# "no CJK word ends": these are found without a boundary.
ASIAN = re.compile(
    r"(?:密码|密碼|口令|暗号|验证码|驗證碼|パスワード|暗証番号|비밀번호|암호|비번|รหัสผ่าน|كلمة (?:السر|المرور))"
    r"[^!-~]{0,12}[:=]?[^!-~]{0,6}(?P<value>[!-~]{4,})"
)

_PLACES = (
    r"(?:front|back|side|main|office|house|home|garage|cabin|apartment|flat|building|lobby|street|wifi|bank|card)?\s?"
    r"(?:door|gate|alarm|burglar alarm|entry|entrance|building|lock|locker|padlock|bike lock|garage|safe|gun safe"
    r"|keypad|keybox|key ?safe|lock ?box"
    r"|house|security|access|lift|elevator|apartment|flat|office|lobby|unlock|screen ?lock|phone|iphone|ipad|tablet"
    r"|watch|laptop|sim|puk"
    r"|voicemail|vault|airbnb|cabin|storage|mailbox|parental|disarm|duress|intercom|buzzer|barrier|car ?park|pool"
    r"|gym|alarm system)"
)
_LOGINS = (
    r"guard|steam|verification|authentication|authenticator|auth|2fa|mfa|two[- ]factor|tfa|otp|one[- ]?time|login"
    r"|log-?in|sign[- ]?in|sms|backup"
    r"|back-?up|recovery|rescue|scratch|reset|whatsapp|google|apple|microsoft|bank|tan"
)
_FOREIGN_CODES = (
    r"\w*türcode|\w*zugangscode|\w*zutrittscode|\w*sicherheitscode|\w*alarmcode|\w*türcodes|geheimzahl|geheimnummer"
    r"|\w*zahlencode|entsperrcode|tan"
    r"|digicode|code (?:de |d'|du |pour )(?:l[ea' ]{1,2})?\s?(?:immeuble|entrée|accès|porte|portail|alarme|sécurité"
    r"|coffre|garage|carte|téléphone|vérification|déverrouillage)"
    r"|c(?:ó|o)digo (?:de |do |da |del )(?:la |el )?(?:acceso|puerta|alarma|seguridad|verificación|entrada|portal"
    r"|acesso|alarme|porta|portão|segurança|verificação|caja fuerte)"
    r"|codice (?:di |del |della |dell'|d')(?:accesso|porta|cancello|allarme|sicurezza|verifica|ingresso|sblocco"
    r"|portone|cassaforte)"
    r"|clave|chave|toegangscode|deurcode|alarmcode|beveiligingscode|portkod(?:en)?|dørkode(?:n)?|dörrkod(?:en)?"
    r"|larmkod(?:en)?"
    r"|kod (?:do |dostępu|wejściowy|pin)(?:drzwi|bramy|domofonu|alarmu|klatki|sejfu)?|код (?:от |доступа)\w*"
    r"|пин-?код\w*|kapı (?:kodu|şifresi)"
)
_PIN = (
    r"(?:[a-z]{2,}-)?(?:pin-?codes?|pin numbers?|pinnummer|pinkode|pins?|pass-?codes?|pass codes?|puk|cvv2?|cvc2?"
    r"|tpin|mpin|upi pin)"
)
PIN = re.compile(rf"(?i)(?<![^\W_])(?:code )?{_PIN}(?![^\W_])")
CODE = re.compile(
    rf"(?i)(?<![^\W_])(?:(?:{_PLACES}|{_LOGINS}|security)[' s]{{0,3}}(?:pass)?(?:codes?|keys?|pins?)|otps?|otcs?"
    rf"|{_FOREIGN_CODES}"
    rf"|(?:{_LOGINS}) (?:code|password|pin|number)s?|keypads?|keybox|lock ?box|key ?safe|(?:door|gate|entry"
    rf"|alarm)s? number|key ?box code)(?![^\W_])"
)
BARE_CODE = re.compile(r"(?i)(?<![^\W_])(?:code|kode|código|codice|kod)(?![^\W_])")
LOCK = re.compile(r"(?i)\b(?:lock|padlock|suitcase|luggage|strongbox|alarm|gate|door|safe|keypad|garage)s?\b")
PORTABLE = re.compile(r"(?i)(?:lock|padlock|suitcase|luggage)")
FICTION = re.compile(r"(?i)\b(?:movie|film|book|novel|episode|story|song|game)\b")

COMBINATION = re.compile(r"(?i)\b(?:combination|combo|kombination|combinación|combinaison|combinazione|combinatie)s?\b")
POSTAL = re.compile(
    r"(?i)\b(?:city|area|town|village|postal|post|zip|district|locality|delivery|region|country|dial\w*|error"
    r"|status|http|exit|colou?r|dress|promo"
    r"|discount|coupon|voucher|referral|invite|booking|product|course|class|module|airport|source|morse|bar|qr|tax"
    r"|currency|diagnosis|icd|sort|swift|stock)\b"
)

REFUSED = re.compile(
    r"(?i)\b(?:wrong|incorrect|invalid|declined|refused|rejected|doesn't (?:want|take|accept)|not accept\w*)\b"
)
LOGIN_PLACE = re.compile(
    r"(?i)\b(?:log ?(?:s|ged|ging)?[ -]?in|login|sign(?:s|ed|ing)?[ -]?in|account|laptop|computer|pc|router|modem"
    r"|system|portal|server|e-?mail|unlock\w*|desktop|tablet|website|app)\b"
)

LOCKED = (
    r"(?:handy|móvil|téléphone|telefoon|smartphone|building|keypad|alarm|lock|padlock|safe|door|gate|lock ?box"
    r"|key ?safe|garage|locker|vault|phone|ipad|barrier|intercom|tür|puerta|porte|porta)"
)
OPENED = re.compile(
    rf"(?i)\b{LOCKED}\b[^.!?\n]{{0,40}}?\b(?:opens?|unlocks?|turns? off|switch(?:es)? off|disarms?|deactivates?"
    rf"|lets? you in|entsperr\w*|öffnet|geht auf|s'ouvre|se abre|si apre|opent|déverrouille\w*"
    rf"|desbloque\w*)\b[^.!?\n]{{0,20}}?\b(?:with|by|using|when|via|mit|con|avec|com|met"
    rf"|code)\b[^.!?\n]{{0,20}}?(?<![\d:.])\d{{3,8}}(?![\d:.]\d)[#*]?"
    rf"|\b(?:type|enter|punch(?: in)?|press|dial|tap in|key in|use|put in"
    rf"|code)\s+(?:in\s+)?[#*]?\d{{4,8}}[#*]?\s[^.!?\n]{{0,30}}?\b(?:at|on|for|to|into)\b[^.!?\n]{{0,30}}?\b{LOCKED}\b"
    rf"|\b{LOCKED}\b[^.!?\n]{{0,30}}?\b(?:type|enter|punch(?: in)?|press|dial|key in|use)\s+[#*]?\d{{4,8}}(?![\d:.])"
    rf"|\b{LOCKED}\b[^.!?\n]{{0,60}}?(?<![\w.:])\d{{4,8}}[#*](?!\w)"
    rf"|(?<![\w.:])\d{{4,8}}[#*](?!\w)[^.!?\n]{{0,40}}?\b{LOCKED}\b"
    rf"|\b{LOCKED}\b[^.!?\n]{{0,40}}?\b(?:with|mit|met|con|avec|com|med)\s[#*]?\d{{4,8}}(?=\W*$|[,;.!?#*]|\s(?:and"
    rf"|but|now|und|y|et|e|en)\b)"
    rf"|(?:\bis|'s|[:=])\s+\S{{0,20}}passw[o0]rd\d+|\b{LOCKED}s?\s?[:=]\s?[#*]?\d{{3,8}}[#*]"
    rf"|[#*]?(?<![\d:.])\d{{4,8}}[#*]?\s+(?:opens|unlocks|disarms|turns off|gets you (?:in|into|through))\b"
)
SEED = re.compile(
    r"(?i)\b(?:(?:seed|recovery|mnemonic|backup|wallet|secret|recuperación|récupération"
    r"|wiederherstellungs)[ -]?(?:phrase|words?|seed|phrases|wörter|frase|palabras)"
    r"|(?:12|15|18|21|24|twelve|twenty[- ]four)[- ]words?(?: (?:seed|phrase|backup|key))?|seed|mnemonic"
    r"|frase semilla|phrase de récupération|frase de recuperación)\b"
)

KEY = re.compile(
    r"(?i)\b(?:(?:api|access|secret|private|shared|pre-?shared|encryption|decryption|master|licen[cs]e|product"
    r"|activation|signing"
    r"|deploy|auth|service|vpn|ssh|account)[ -]keys?|apikey|(?:access|auth|api|bearer|refresh|bot|session|security"
    r"|deploy|service)"
    r" tokens?|(?:client|app|shared|consumer) secrets?)\b"
)
COMPOUNDS = listed(
    "rate rates mark idea ideas choice example examples manager managers reset resets policy policies strength"
    " vault generator protected protection hint hints book change changes rules rule requirements requirement"
    " length app apps keeper prompt field fields hygiene history less sharing security checker cracker cracking"
    " recovery expiry expiration expires rotation box entry screen page form notebook list fatigue problem problems"
    " issue issues email emails holder office authentication auth attempt attempts safe managing -manager"
    " -protected -less"
)
LINKS = listed(
    ": is was = 's are were be being ist war lautet lauten heißt es era son est était é è e' sono är var er equals"
    " became remains stays jest byl been są je c'est reads says goes := => -> → – — - bude byla eşittir είναι هو là"
    " ise olan это был isn't"
)
WEAK_LINKS = listed("to as on zu auf à a into")
SKIPPED = listed(
    "just still now currently also probably literally actually always simply le la el il o os de der die das het"
    " den nu noch ora ahora maintenant immer sempre siempre toujours the: like btw lol super-simple set"
)
# Said of a password without giving it away; anything else after "is" is taken for the password itself.
NON_VALUES = listed(
    "a an the this that these those it its it's my your our his her their too very so really quite rather pretty"
    " super extremely not never always no none nothing in on at by with under inside behind within from for of off"
    " out up down about around near as if when where what why who which how because but and or same different"
    " similar new old weak strong stronger long longer short shorter hard harder easy easier simple complex"
    " complicated complicate tricky difficult secure insecure safe unsafe secret private public hidden shared wrong"
    " correct incorrect right invalid valid fine ok okay good great bad better best worse worst awful terrible"
    " horrible ridiculous stupid silly dumb funny random unique default empty blank missing gone lost known unknown"
    " visible encrypted hashed written saved stored kept locked blocked expired expiring outdated compromised"
    " leaked stolen hacked breached changed reset required needed necessary mandatory optional important working"
    " broken due getting becoming causing being going supposed meant likely maybe perhaps probably already again"
    " yet only all everything everywhere somewhere nowhere anywhere here there case-sensitive sensitive ready"
    " available somehow something someone anything everyone impossible possible unguessable guessable memorable"
    " forgettable annoying confusing boring obvious obviously full half sometimes often usually ages years months"
    " days weeks today tomorrow yesterday between more less most least over almost nearly into onto through via per"
    " than then till until since after before during without against among you i we they he she one two three to be"
    " been do does did has have had can could will would should may might must shall let lets let's don't doesn't"
    " isn't aren't can't vergessen falsch abgelaufen zu sehr nicht kein keine weg neu alt sicher unsicher schwer"
    " leicht einfach lang kurz gleich im auf bei olvidada olvidado perdida segura seguro muy larga corta difícil"
    " fácil en la el mi nueva misma demasiado incorrecta oublié perdu compliqué difficile facile sécurisé trop très"
    " pas dans sur sous le même faux expiré court esqueci muito não na longa mesma errada dimenticata sicura molto"
    " troppo non nel nella lunga sbagliata scaduta vergeten verlopen veilig te heel niet op kwijt moeilijk"
    " makkelijk hetzelfde fout glömt fel för inte svårt lätt lång samma glemt feil ikke vanskelig"
)
FUNCTION_WORDS = listed(
    "a an the is are was were be to of in on at by with for from and or but my your our his her their it its this"
    " that i we you he she they not no so if as me us them do don't have has had there here written stored kept"
    " saved"
)
UNITS = re.compile(
    r"(?i)^(?:characters?|chars?|letters?|digits?|words?|symbols?|numbers?|long|days?|weeks?|months?|years?|hours?"
    r"|minutes?|mins?|seconds?|secs?"
    r"|times?|percent|%|eur|euros?|dollars?|bucks|pounds?|usd|gbp|km|miles?|m|cm|mm|kg|g|pm|am|points?|zeichen"
    r"|stellen|tage|caracteres|signes|people|more|years-old)\b"
)
GIVES_NONE = re.compile(
    r"(?i)\b(?:forg[eo]t\w*|lost|lose|losing|reset\w*|remember(?:s|ed)? (?:my|the) password|can't remember"
    r"|don't (?:know|remember)|vergess\w+|olvid\w+|oubli\w+"
    r"|esquec\w+|dimentic\w+|vergeten|glömt|glemt|zapomnia\w+|забыл\w*|unuttum|manager|never share|what(?:'s| is"
    r"| was))\b"
)
SETS = re.compile(
    r"(?i)\b(?:chang\w*|set|sets|setting|reset|updat\w*|switch\w*|made|make|use|using|put|geändert|gesetzt|cambi\w*"
    r"|chang\w*|mud\w*|wijzig\w*)\b"
)


# Looked for first, in lower case: most texts hold none, and a plain search is far quicker than a pattern.
PASSWORD_STEMS = listed(
    "pass pasw pswd pw psw secret answer kennw losung wi-fi wifi wlan wpa router network hotspot wireless contras"
    " mdp senha parol wachtw senord kodeord adgang hasł haslo hasla haslem hesl jelsz salasana lozink geslo парол"
    " ifre κωδικ סיסמ कूट पास mật kata sandi slapta parool 密 口令 暗 验证 驗證 パス 비 암호 รหัส كلمة"
)
CODE_STEMS = listed(
    "pin pass code kod cod cód puk cvv cvc otp otc key lock geheim tan clave chave number combi combo kombi safe"
    " door gate alarm garage vault phone ipad barrier intercom tür puerta porte porta handy móvil téléphone"
    " telefoon building opens unlock disarm turns gets passw код пин şifre luggage suitcase strongbox"
)
SEED_STEMS = frozenset(["seed", "mnemonic", "phrase", "word", "semilla", "frase", "wörter", "palabras"])
LOGIN_STEMS = frozenset(
    ["auth", "admin", "root", "log", "sign", "cred", "user", "account", "zugang", "anmeld", "acces", "identif", "inlog"]
)


def named(lowered: str, stems: frozenset[str]) -> bool:
    """Whether any of the stems occurs at all."""
    return any(stem in lowered for stem in stems)
