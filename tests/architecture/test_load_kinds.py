"""No code outside of the loads asks which kind a load is, and each hook is asked for."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "solver" / "model"
#: Folders whose files may name kinds of load: the descriptions and what computes them.
OF_LOADS = ("solver/model/loads/", "solver/loads/")
FOLDERS = ("hydro", "solver", "server", "clients")

KIND = re.compile(
    r"^struct (?P<name>\w+)(?P<bases>[^{;]*) \{\n  static constexpr std::string_view kKind.*?^\};",
    re.MULTILINE | re.DOTALL,
)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
#: A member function at the first level of a struct, and what follows its parameters.
MEMBER = re.compile(
    r"^  (?! )(?:static |virtual |constexpr )*[\w:<>,*& ]+?[ *&](?P<name>\w+)"
    r"\((?P<parameters>[^()]*(?:\([^()]*\)[^()]*)*)\)(?P<after>[^;{]*)[;{]",
    re.MULTILINE,
)


def code_of(text: str) -> str:
    """A source without comments, and with empty literals."""
    return STRING.sub('""', COMMENT.sub("", text))


def kinds_in(folder: Path) -> dict[str, str]:
    """Text of the struct of each kind that the headers of a folder describe."""
    found = {}
    for path in sorted(folder.glob("*.hpp")):
        for match in KIND.finditer(code_of(path.read_text(encoding="utf-8"))):
            found[match["name"]] = match[0]
    return found


@cache
def sources() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): code_of(path.read_text(encoding="utf-8"))
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.[ch]pp"))
    }


def asked_kinds(code: str, kinds: set[str]) -> set[str]:
    """Kinds of load that stand alone between angle brackets: get_if<X>, holds<X>, find_load<X>."""
    return set(re.findall(r"<(?:const )?(?:solver::)?(\w+)>", code)) & kinds


def member_functions(struct: str) -> dict[str, bool]:
    """Name of each member function of a struct, and whether it is declared as an override."""
    return {match["name"]: "override" in match["after"] for match in MEMBER.finditer(struct)}


def is_called(name: str, texts: dict[str, str]) -> bool:
    call = re.compile(rf"(?:\.|->|::){name}\(|&\w+::{name}\b|return {name}\(|[(!=+*,] ?{name}\(")
    definition = re.compile(rf"^\S[^\n;]*::{name}\([^;{{]*\{{", re.MULTILINE)
    return any(call.search(definition.sub("", text)) for text in texts.values())


LOADS = kinds_in(MODEL / "loads")
INPUTS = kinds_in(MODEL / "inputs")


def test_there_are_kinds() -> None:
    listed = (MODEL / "loads" / "load_kinds.hpp").read_text(encoding="utf-8")
    assert len(LOADS) > 15
    assert len(INPUTS) > 10
    for name in LOADS:
        assert re.search(rf"[<, ]{name}[,>\n]", listed), f"{name} is not in load_kinds.hpp"


def test_no_code_outside_of_the_loads_asks_which_kind_a_load_is() -> None:
    asked = {
        path: found
        for path, code in sources().items()
        if not path.startswith(OF_LOADS)
        if (found := asked_kinds(code, set(LOADS)))
    }
    assert not asked


def test_a_question_for_a_kind_is_found() -> None:
    code = "if (load.kind.get_if<solver::Winch>() && !kind.holds<Fender>()) f<Other>();"
    assert asked_kinds(code, {"Winch", "Fender", "Rope"}) == {"Winch", "Fender"}


@pytest.mark.parametrize("name", sorted(LOADS))
def test_each_hook_of_a_load_is_an_override_or_called(name: str) -> None:
    """A hook is marked `override`: the compiler refuses one that LoadDescription has not."""
    assert "LoadDescription" in LOADS[name].splitlines()[0]
    texts = sources()
    others = [
        function
        for function, overrides in member_functions(LOADS[name]).items()
        if not overrides and function != "fields"
    ]
    assert not [function for function in others if not is_called(function, texts)]


@pytest.mark.parametrize("name", sorted(INPUTS))
def test_each_hook_of_an_input_is_called(name: str) -> None:
    texts = sources()
    hooks = [function for function in member_functions(INPUTS[name]) if function != "fields"]
    assert hooks
    assert not [function for function in hooks if not is_called(function, texts)]


def test_a_misspelt_hook_is_found() -> None:
    struct = (
        "struct Spring final : LoadDescription {\n"
        "  double k = 0.0;\n"
        "  bool has_jacobian() const override { return false; }\n"
        "  void compleet(const Model& model);\n"
        "  static std::string linear_limit(const std::string& name);\n"
        "};\n"
    )
    functions = member_functions(struct)
    assert functions == {"has_jacobian": True, "compleet": False, "linear_limit": False}
    texts = {
        "spring.cpp": "void Spring::compleet(const Model& model) {\n  k = linear_limit(name);\n}\n"
    }
    assert not is_called("compleet", texts)
    assert is_called("linear_limit", texts)
