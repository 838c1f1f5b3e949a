"""What is wrong with one part of a request, in French."""

from api.problems import faults
from application.webhooks.address import PATTERN
from domain.kernel.visible_text import WORDS
from domain.kernel.words.fr import Names

_MOST = 12  # longer lists are in `allowed` alone
_SOURCES = {"body": "Le champ", "query": "Le paramètre", "header": "L’en-tête"}
_KINDS = {
    "integer": "un entier",
    "number": "un nombre",
    "string": "une chaîne",
    "boolean": "true ou false",
    "array": "un tableau",
    "object": "un objet",
    "null": "null",
}
_FORMS = {
    WORDS: "des mots visibles, séparés par une seule espace",
    r"^[0-9a-f]{64}\Z": "64 chiffres de 0 à 9 et de a à f",
    PATTERN: "une adresse telle que `https://example.org/hook`",
}

refusal_body_needed = "Cette opération demande un corps JSON, et la requête n’en a pas. Envoyez-le."
refusal_no_body_allowed = "Cette opération ne prend pas de corps. Envoyez la requête sans corps."
refusal_no_options_at_start = (
    "Cette opération ne prend pas de corps ; choisissez les options à l’ouverture de la table."
)
refusal_no_character = (
    "Le corps contient une moitié de paire (`\\ud800`), qui n’est pas un caractère."
)
refusal_number_too_long = "Un nombre du corps a trop de chiffres."
refusal_nested_too_deeply = "Le JSON du corps est trop imbriqué."
refusal_body_cut_off = "La connexion s’est fermée avant l’arrivée du corps. Renvoyez la requête."
refusal_encoded_twice = (
    "Le corps doit être un objet, et c’est une chaîne qui contient du JSON. Encodez-le une seule"
    " fois."
)
refusal_whole_action = (
    "Vous avez envoyé une action entière. Envoyez seulement son champ `command`, tel quel."
)
refusal_no_invitation_code = (
    "L’en-tête `Invitation` doit être le code d’une invitation : 1 à 64 caractères ASCII visibles."
)
refusal_no_min_version = "`min_version` doit être un `Read-Version` ou `<table>:<version>`."
refusal_range_reversed = "`to` ne doit pas être inférieur à `from`."
refusal_lobby_of_one_table = (
    "Le salon et le fil concernent toutes les tables. Omettez `table`, ou ces événements."
)
refusal_fault = (
    "La requête ne correspond pas au document OpenAPI. Comparez-la avec l’exemple du document."
)


def _part(fault: faults.Fault) -> str:
    return "Le corps" if fault.field is None else f"{_SOURCES[fault.source]} `{fault.field}`"


def _hint(fault: faults.Fault, what: str) -> str:
    """Return what the client may have meant, and what is allowed."""
    meant = f" Vouliez-vous dire `{fault.meant}` ?" if fault.meant else ""
    few = 0 < len(fault.allowed) <= _MOST
    known = f" {what} : {', '.join(f'`{each}`' for each in fault.allowed)}." if few else ""
    return meant + (known or (" `allowed` donne la liste." if fault.allowed else ""))


def _bounds(least: float | None, most: float | None) -> str:
    match least, most:
        case None, _:
            return f"au plus {most}"
        case _, None:
            return f"au moins {least}"
    return f"exactement {least}" if least == most else f"de {least} à {most}"


def refusal_missing_field(fault: faults.MissingField, names: Names) -> str:
    return f"{_part(fault)} manque. Ajoutez-le.{_hint(fault, 'Valeurs admises')}"


def refusal_renamed_field(fault: faults.RenamedField, names: Names) -> str:
    return f"{_part(fault)} manque ; vous avez envoyé sa valeur comme `{fault.sent}`. Renommez-le."


def refusal_unknown_field(fault: faults.UnknownField, names: Names) -> str:
    if fault.source != "query":
        return f"{_part(fault)} est inconnu.{_hint(fault, 'Champs connus')}"
    if not fault.allowed:
        return f"Cette opération n’a pas de paramètre `{fault.field}`, ni aucun autre."
    return f"Cette opération n’a pas de paramètre `{fault.field}`.{_hint(fault, 'Paramètres')}"


def refusal_misplaced_field(fault: faults.MisplacedField, names: Names) -> str:
    if fault.belongs == "header":
        return f"`{fault.field}` n’est pas un paramètre. Envoyez l’en-tête `{fault.meant}`."
    return f"`{fault.field}` n’est pas un paramètre. Envoyez-le dans le corps JSON."


def refusal_repeated_field(fault: faults.RepeatedField, names: Names) -> str:
    return f"{_part(fault)} est envoyé deux fois. Envoyez-le une seule fois."


def refusal_wrong_type(fault: faults.WrongType, names: Names) -> str:
    wanted = " ou ".join(_KINDS[each] for each in fault.wanted)
    return f"{_part(fault)} doit être {wanted}, et non {fault.value or _KINDS[fault.sent]}."


def refusal_quoted_value(fault: faults.QuotedValue, names: Names) -> str:
    return (
        f"{_part(fault)} doit être {fault.value}, et non la chaîne « {fault.value} »."
        " Enlevez les guillemets."
    )


def refusal_unknown_value(fault: faults.UnknownValue, names: Names) -> str:
    hint = _hint(fault, "Valeurs admises")
    return f"{_part(fault)} ne peut pas être « {fault.value} ».{hint}"


def refusal_out_of_range(fault: faults.OutOfRange, names: Names) -> str:
    return f"{_part(fault)} doit être {_bounds(fault.least, fault.most)}, et non {fault.value}."


def refusal_wrong_length(fault: faults.WrongLength, names: Names) -> str:
    bounds = _bounds(fault.least or None, fault.most)
    counted = "caractères" if fault.is_text else "éléments"
    return f"{_part(fault)} doit avoir {bounds} {counted}, et en a {fault.length}."


def refusal_wrong_form(fault: faults.WrongForm, names: Names) -> str:
    if fault.pattern in _FORMS:
        return f"{_part(fault)} doit être {_FORMS[fault.pattern]}."
    return f"{_part(fault)} doit correspondre au motif `{fault.pattern}`."


def refusal_not_json(fault: faults.NotJson, names: Names) -> str:
    return (
        f"Le corps n’est pas du JSON valable à partir de la ligne {fault.line}, colonne"
        f" {fault.column}."
    )


def refusal_not_utf8(fault: faults.NotUtf8, names: Names) -> str:
    return f"Le corps n’est pas de l’UTF-8 valable à partir de l’octet {fault.byte}."


def refusal_no_constant(fault: faults.NoConstant, names: Names) -> str:
    return f"Le corps contient {fault.text}, qui n’est pas du JSON."


def refusal_wrapped_body(fault: faults.WrappedBody, names: Names) -> str:
    return f"Envoyez seul l’objet qui est dans `{fault.field}`, sans celui qui l’entoure."


def refusal_no_time(fault: faults.NoTime, names: Names) -> str:
    return f"Le champ `sandbox.clock` est « {fault.clock} », qui n’est pas une heure."


def refusal_no_such_event_type(fault: faults.NoSuchEventType, names: Names) -> str:
    return f"Il n’y a pas de type d’événement `{fault.value}`.{_hint(fault, 'Types')}"


def refusal_no_such_option(fault: faults.NoSuchOption, names: Names) -> str:
    return f"{fault.game} n’a pas d’option `{fault.option}`.{_hint(fault, 'Ses options')}"


def refusal_several_faults(refusal: faults.SeveralFaults, names: Names) -> str:
    return f"{names.refusal(refusal.first)} `errors` donne les {refusal.count} fautes."
