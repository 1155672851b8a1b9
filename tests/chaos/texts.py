"""Facts in many scripts, each with words and a number that no other has."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Script:
    """How a fact is told: a thing, a place, and a number."""

    name: str
    pattern: str
    things: str
    places: str

    def fact(self, random: Random, number: int) -> str:
        thing, place = random.choice(self.things.split("|")), random.choice(self.places.split("|"))
        return self.pattern.format(thing=thing, place=place, number=f"{number:05d}")


SCRIPTS = (
    Script("latin", "The {thing} with number {number} stands in the {place}", "bicycle|piano|crate|kayak|sledge|loom", "barn|cellar|attic|harbour|orchard|chapel"),
    Script("thai", "{thing} หมายเลข {number} อยู่ใน{place}", "จักรยาน|เปียโน|ตู้ไม้|เรือ|กลอง|หม้อ", "โรงนา|ห้องใต้ดิน|ตลาด|วัด|สวนส้ม|ท่าเรือ"),
    Script("khmer", "{thing} លេខ {number} នៅក្នុង{place}", "កង់|ព្យាណូ|ទូឈើ|ទូក|ស្គរ|ឆ្នាំង", "ជង្រុក|ផ្សារ|វត្ត|សួនក្រូច|កំពង់ផែ|សាលារៀន"),
    Script("burmese", "{thing} နံပါတ် {number} သည် {place} တွင်ရှိသည်", "စက်ဘီး|စန္ဒရား|သေတ္တာ|လှေ|ဗုံ|အိုး", "စပါးကျီ|ဈေး|ဘုရားကျောင်း|ဥယျာဉ်|ဆိပ်ကမ်း|ကျောင်း"),
    Script("amharic", "{thing} ቁጥር {number} በ{place} ውስጥ ነው", "ብስክሌት|ፒያኖ|ሳጥን|ጀልባ|ከበሮ|ድስት", "ጎተራ|ገበያ|ቤተክርስቲያን|አትክልት ቦታ|ወደብ|ትምህርት ቤት"),
    Script("chinese", "编号{number}的{thing}放在{place}里", "自行车|钢琴|木箱|小船|鼓|铁锅", "谷仓|地下室|市场|寺庙|果园|码头"),
    Script("japanese", "番号{number}の{thing}は{place}にあります", "自転車|ピアノ|木箱|小舟|太鼓|鉄鍋", "納屋|地下室|市場|お寺|果樹園|波止場"),
    Script("arabic", "{thing} رقم {number} موجودة في {place}", "الدراجة|الخزانة|السفينة|الطبلة|القدر|المرآة", "الحظيرة|القبو|السوق|المسجد|البستان|الميناء"),
    Script("hebrew", "{thing} מספר {number} נמצאת ב{place}", "העגלה|התיבה|הסירה|התוף|המראה|המנורה", "אסם|מרתף|שוק|פרדס|נמל|ספרייה"),
    Script("devanagari", "{thing} संख्या {number} {place} में है", "साइकिल|संदूक|नाव|ढोलक|कड़ाही|घड़ी", "खलिहान|तहखाना|बाज़ार|मंदिर|बगीचा|बंदरगाह"),
    Script("georgian", "{thing} ნომერი {number} არის {place}", "ველოსიპედი|როიალი|ყუთი|ნავი|დოლი|ქვაბი", "ბეღელში|სარდაფში|ბაზარში|ეკლესიაში|ბაღში|ნავსადგურში"),
    Script("emoji", "{thing} {number} ➡️ {place}", "🚲🔧|🎹🎶|📦🪵|⛵🌬️|🥁🎉|🍲🔥", "🏚️🌾|🏪🛒|⛪🔔|🍊🌳|⚓🌊|🏫📚"),
)  # fmt: skip


def boat(number: int) -> str:
    """A fact as somebody says it in a conversation, which is found there by rules."""
    return f"I own boat {number:04d} at pier {number * 7919 % 10_000:04d}"
