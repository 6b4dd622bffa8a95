"""Runs the examples in docstrings and in the README, and compares stubs with docstrings."""

import ast
import doctest
import inspect
import pathlib
import re

import pytest

import utflane
import utflane._files
import utflane._utflane

PACKAGE = pathlib.Path(utflane.__file__).parent
README = pathlib.Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("module", [utflane, utflane.codecs, utflane._files])
def test_modules(module):
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0


def test_native_functions():
    pytest.importorskip("pyarrow")
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner()
    names = dict(vars(utflane._utflane))
    for name, value in sorted(names.items()):
        if value.__doc__ and ">>>" in value.__doc__:
            for test in finder.find(value, name, globs=dict(names)):
                runner.run(test)
    assert runner.tries > 15 and runner.failures == 0


def test_stubs_have_the_documentation():
    stub = ast.parse((PACKAGE / "_utflane.pyi").read_text(encoding="utf-8"))
    count = 0
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            function = getattr(utflane._utflane, node.name)
            assert ast.get_docstring(node) == inspect.getdoc(function), node.name
            parameters = inspect.signature(function).parameters
            assert [a.arg for a in node.args.args] == list(parameters), node.name
            count += 1
        elif isinstance(node, ast.ClassDef) and hasattr(utflane._utflane, node.name):
            members = vars(getattr(utflane._utflane, node.name))
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and member.name != "__init__":
                    assert member.name in members, (node.name, member.name)
                    if ast.get_docstring(member):
                        theirs = inspect.getdoc(members[member.name])
                        assert ast.get_docstring(member) == theirs, (node.name, member.name)
                        count += 1
    assert count > 25


def test_readme(tmp_path, monkeypatch):
    """The examples run one after another, in one folder."""
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    utflane.codecs.unregister()
