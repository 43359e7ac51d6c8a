"""The built laboratory: downloads by hash, licences, one directory, served to this machine only.

The test replaces npm and pip by local downloads; responses of the server are read over HTTP.
"""

import json
import re
import shutil
import socket
import socketserver
import threading
import tomllib
import urllib.error
import urllib.request
import zipfile
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import build_lab as building
import pack_lab as packing
import pytest
from cli.calling import call, ran

import gfkit
from gfkit.core.errors import InputError, OptionError
from gfkit.core.version import __version__
from gfkit.lab import server, widget
from gfkit.lab.server import HOST, address, open_server


def test_numpy_is_taken_only_as_the_lock_lists_it(tmp_path):
    wheels, content = tmp_path / "wheels", b"a wheel"
    wheels.mkdir()
    lock = {"packages": {"numpy": {"file_name": "numpy.whl", "sha256": sha256(content).hexdigest()}}}
    with pytest.raises(InputError, match=r"does not contain numpy\.whl"):
        building.copy_listed("numpy", lock, tmp_path, wheels)
    (tmp_path / "numpy.whl").write_bytes(content + b"!")
    with pytest.raises(InputError, match="differs from the file listed in the pinned lock"):
        building.copy_listed("numpy", lock, tmp_path, wheels)
    assert not list(wheels.iterdir())
    write_wheel(wheels / "part-1.0-py3-none-any.whl", ["part-1.0.dist-info/METADATA"])
    with pytest.raises(InputError, match=r"'part-1\.0-py3-none-any\.whl'"):
        building.gather_licences(tmp_path)
    (tmp_path / "numpy.whl").write_bytes(content)
    building.copy_listed("numpy", lock, tmp_path, wheels)
    assert (wheels / "numpy.whl").read_bytes() == content


def write_wheel(file, texts):
    with zipfile.ZipFile(file, "w") as wheel:
        for name in texts:
            wheel.writestr(zipfile.ZipInfo(name), f"the text of {name}")  # without the time, for equal hashes


FLINT = "python_flint-0.9.0.dist-info/licenses/"


@pytest.fixture
def fetching(tmp_path, monkeypatch):
    """Replace the tools of a build by functions that write small files; return the calls."""
    calls = []
    texts = ["LICENSE", *(f"python-flint.libs/{name}-1.0/COPYING" for name in ("flint", "gmp", "mpfr"))]
    libraries = [f"python_flint.libs/lib{name}.so" for name in ("flint", "gmp", "mpfr")]

    def fetch(command, cwd, **_):
        calls.append(list(command))
        if command[0] == "npm":
            module = cwd / "node_modules" / "pyodide"
            module.mkdir(parents=True)
            for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
                (module / name).write_bytes(b"a file of Pyodide")
            (module / "pyodide-lock.json").write_text('{"packages": {}}', encoding="utf-8")
        elif "download" in command:
            flint, click = building.WHEELS
            write_wheel(cwd / click, ["click-8.5.1.dist-info/licenses/LICENSE.txt"])
            write_wheel(cwd / flint, [*libraries, *(FLINT + text for text in texts)])
        elif "wheel" in command:
            inside = ("LICENSE", "gfkit/show/fonts/OFL.txt")
            wheels = Path(command[command.index("--wheel-dir") + 1])
            write_wheel(
                wheels / f"gfkit-{__version__}-py3-none-any.whl",
                [f"gfkit-{__version__}.dist-info/licenses/{name}" for name in inside],
            )

    monkeypatch.setattr(building, "subprocess", SimpleNamespace(run=fetch))
    fetch(["download"], tmp_path)
    hashes = {name: sha256((tmp_path / name).read_bytes()).hexdigest() for name in building.WHEELS}
    monkeypatch.setattr(building, "WHEELS", hashes)
    calls.clear()
    return calls


def test_a_failed_build_is_reported(fetching, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(building, "WHEELS", dict.fromkeys(building.WHEELS, "0" * 64))
    assert building.main([str(tmp_path / "lab")]) == 2
    line = capsys.readouterr().err
    assert "SHA-256" in line
    assert line.count("\n") == 1
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert building.main([str(tmp_path / "lab")]) == 3
    assert "npm is missing: building the laboratory requires Node.js" in capsys.readouterr().err
    assert not (tmp_path / "lab").exists()
    code, out, err = call("lab", "--folder", tmp_path, "--no-open")
    assert (code, out) == (2, "")
    assert "run 'make lab'" in err
    for word, ends in (("--help", 0), ("--nope", 2)):  # an option is not a directory
        with pytest.raises(SystemExit) as ending:
            building.main([word])
        assert ending.value.code == ends
        assert "usage: python tools/build_lab.py" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("found", "is_enough"), [("77.0.1", True), ("80.9", True), ("65.5.0", False), ("", False)]
)
def test_pip_fetches_setuptools_if_it_is_missing_or_too_old(
    found, is_enough, fetching, tmp_path, monkeypatch
):
    def version_of(name):
        assert name == "setuptools"
        if not found:
            raise PackageNotFoundError(name)
        return found

    monkeypatch.setattr(building, "version", version_of)
    building.build_laboratory(tmp_path / "lab")
    assert ("--no-build-isolation" in fetching[-1]) == is_enough
    assert fetching[-1][-1] == "."


def parts_without_licence(folder):
    """Return files of a built laboratory by others without a licence, or of an unknown component."""
    texts = folder / "licences"
    own = {file.name for file in (building.SOURCE / "page").iterdir()}
    own |= {"bundle.json", "site.json", "verified.js"}
    fonts = list(texts.glob("gfkit-*.dist-info/licenses/gfkit/show/fonts/OFL.txt"))
    runtime = [texts / "pyodide" / name for name in ("MPL-2.0.txt", "Python.txt", "Notices.txt")]

    def licensed(file):
        top, *inner = file.relative_to(folder).parts
        if file.suffix == ".whl":
            home = texts / ("-".join(file.name.split("-")[:2]) + ".dist-info")
            held = [text.relative_to(home).as_posix().lower() for text in home.rglob("*") if text.is_file()]
            libraries = re.findall(r"\.libs/lib(\w+)\.so", " ".join(zipfile.ZipFile(file).namelist()))
            return held and all(any(f"/{name}-" in text for text in held) for name in libraries)
        if top == "pyodide":
            return all(text.is_file() for text in runtime)
        return top == "licences" or (not inner and (top in own or (top == "math.woff2" and fonts)))

    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return [file.relative_to(folder).as_posix() for file in files if not licensed(file)]


def test_downloads_are_verified_by_hash_and_have_licences(fetching, tmp_path):
    """npm installs the locked packages and runs no script of a package; pip downloads no build tool."""
    lab = tmp_path / "lab"
    building.build_laboratory(lab)
    npm, _, download, _, wheel = fetching
    assert npm[:3] == ["npm", "ci", "--ignore-scripts"]
    assert "--only-binary=:all:" in download
    assert download[-1] == "python_flint==0.9.0"
    assert "--no-build-isolation" in wheel
    lock = json.loads((building.SOURCE / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert not name or package["integrity"].startswith("sha512-"), name
    packing.pack_laboratory(tmp_path / "wheel", lab)
    for built in (lab, tmp_path / "wheel" / "gfkit_lab" / "built", server.DEFAULT_FOLDER):
        if built is not server.DEFAULT_FOLDER or (built / "bundle.json").is_file():  # make lab has built it
            assert parts_without_licence(built) == []
    for text in (lab / "licences").rglob("gmp-1.0/COPYING"):
        text.unlink()
    (lab / "other.bin").write_bytes(b"")
    name, _ = building.WHEELS
    assert parts_without_licence(lab) == ["other.bin", f"wheels/{name}"]
    (lab / "licences" / "pyodide" / "Python.txt").unlink()
    assert "pyodide/python_stdlib.zip" in parts_without_licence(lab)


# The server


@pytest.fixture
def built(tmp_path):
    """Return a directory that resembles a built laboratory."""
    (tmp_path / "index.html").write_text("<p>the page</p>", encoding="utf-8")
    for name in ("bundle.json", "a.mjs", "a.js", "a.wasm", "a.whl"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    return tmp_path


@contextmanager
def opened(folder, *site):
    with open_server(0, folder, *site) as one:
        thread = threading.Thread(target=one.serve_forever)
        thread.start()
        yield address(one)
        one.shutdown()
        thread.join()


def code_of(where, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(where, headers=headers)) as reply:
            return reply.status
    except urllib.error.HTTPError as told:
        return told.code


def test_only_the_directory_is_served_and_only_locally(built):
    script = "text/javascript"
    types = {"": "text/html", "a.mjs": script, "a.js": script, "a.wasm": "application/wasm"}
    with opened(built) as served:
        for name, kind in types.items():
            with urllib.request.urlopen(served + name) as reply:
                assert reply.headers["Content-Type"].partition(";")[0] == kind
                assert reply.headers["Cache-Control"] == "no-cache"
                assert "default-src 'self'" in reply.headers["Content-Security-Policy"]
                changed = reply.headers["Last-Modified"]
        assert code_of(served + name, **{"If-Modified-Since": changed}) == 304  # not sent again
        for path in ("../pyproject.toml", "%2e%2e/secret", "nothing.js", "wheels/", "a%00.js", "..%2fa"):
            assert code_of(served + path) == 404, path
        here = served.removeprefix("http://").rstrip("/")
        port = here.partition(":")[2]
        strange = ("evil.example:{}", "evil.example", "127.0.0.1.evil.example", "localhost:1", "")
        for names, code in (((here, "localhost:{}", "LOCALHOST"), 200), (strange, 421)):
            for name in names:
                assert code_of(served, Host=name.format(port)) == code, name
        for hosts in ((here, here), (here, "evil.example"), (here, ""), ("localhost", "localhost")):
            head = "".join(f"Host: {host}\r\n" for host in hosts)
            with socket.create_connection(("127.0.0.1", int(port))) as connection:
                connection.sendall(f"GET / HTTP/1.1\r\n{head}\r\n".encode())
                assert connection.recv(40).split()[1] == b"421", hosts


def test_a_silent_connection_is_ended(built, monkeypatch, capsys):
    """A connection that sends no request, or an incomplete one, is closed silently."""
    patience, begin = [], socketserver.StreamRequestHandler.setup

    def setup(handler):
        patience.append(handler.timeout)
        handler.timeout = 0.1
        begin(handler)

    monkeypatch.setattr(socketserver.StreamRequestHandler, "setup", setup)
    with opened(built) as served:
        host, _, port = served.removeprefix("http://").rstrip("/").partition(":")
        for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x"):
            with socket.create_connection((host, int(port)), timeout=60) as line:
                line.sendall(begun)
                while line.recv(4096):
                    pass
    assert capsys.readouterr().err == ""
    assert [0 < seconds <= 60 for seconds in patience] == [True] * 3


def test_links_out_of_the_directory_are_not_followed(tmp_path):
    built, secret = tmp_path / "built", tmp_path / "secret.txt"
    built.mkdir()
    secret.write_text("secret", encoding="utf-8")
    for name in ("index.html", "bundle.json", "a.txt"):
        (built / name).write_text("{}", encoding="utf-8")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text("secret", encoding="utf-8")
    (built / "pages").mkdir()
    links = {"b.txt": secret, "pages/index.html": secret, "other": tmp_path / "other"}
    links |= {"own.txt": built / "a.txt", "circle": built / "circle"}
    try:
        for name, target in links.items():
            (built / name).symlink_to(target)
    except OSError:
        pytest.skip("this system makes no links")
    with opened(built) as served:
        assert code_of(served + "own.txt") == 200
        for path in ("b.txt", "other/", "other/index.html", "pages/", "circle"):
            for packed in ({}, {"Accept-Encoding": "gzip"}):
                assert code_of(served + path, **packed) == 404, path


def test_a_slow_request_is_closed(built, monkeypatch):
    """Each part arrives in time, but the whole request exceeds its time limit."""
    begin = socketserver.StreamRequestHandler.setup

    def setup(handler):
        handler.timeout = 1.0
        begin(handler)

    monkeypatch.setattr(socketserver.StreamRequestHandler, "setup", setup)
    with opened(built) as served:
        host, _, port = served.removeprefix("http://").rstrip("/").partition(":")
        with socket.create_connection((host, int(port)), timeout=0.1) as line:
            line.sendall(b"GET / HTTP/1.1\r\nX: ")
            has_ended = False
            for _ in range(300):
                try:
                    line.sendall(b"x")
                    has_ended = not line.recv(4096)
                except TimeoutError:
                    continue
                except OSError:
                    has_ended = True
                break
            assert has_ended


def test_ports(built):
    with open_server(None, built) as one, open_server(None, built) as other:
        assert one.server_address[0] == HOST == "127.0.0.1"
        assert one.server_port != other.server_port
        with pytest.raises(InputError, match=f"--port {one.server_port} cannot be used"):
            open_server(one.server_port, built)


# The sources


def test_versions_are_exact_and_no_host_is_named():
    package = json.loads((building.SOURCE / "package.json").read_text(encoding="utf-8"))
    lock = (building.SOURCE / "package-lock.json").read_text(encoding="utf-8")
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        assert json.loads(lock)["packages"][f"node_modules/{name}"]["version"] == version
    assert "http" not in lock
    for file in (building.SOURCE / "page").iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"//www|https?://", text), file
    project = tomllib.loads((building.SOURCE.parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert any(word.startswith("python-flint") for word in project["project"]["dependencies"])


def test_the_page_receives_the_address_of_the_site(built):
    for told in ("https://example.org/gfkit/lab/", ""):
        with opened(built, told) as where, urllib.request.urlopen(f"{where}site.json") as reply:
            assert json.load(reply) == {"address": told}
    for site in ("javascript:alert(1)", "example.org", "https://a b", "https://x/\x1b", "ftp://x/"):
        with pytest.raises(InputError, match=r"GFKIT_SITE .* is not an address"):
            open_server(0, built, site)


def test_an_installed_laboratory_is_found(built, tmp_path, monkeypatch):
    """Without a source directory, the server uses the installed package."""
    with pytest.raises(InputError, match="the laboratory is not built"):
        packing.pack_laboratory(tmp_path / "wheel", tmp_path / "nowhere")
    packing.pack_laboratory(tmp_path / "wheel", built)
    project = tomllib.loads((tmp_path / "wheel" / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dependencies"] == [f"gfkit=={__version__}"]
    monkeypatch.setattr(server, "DEFAULT_FOLDER", tmp_path / "nowhere")
    monkeypatch.syspath_prepend(str(tmp_path / "wheel"))
    assert server.built_folder() == tmp_path / "wheel" / "gfkit_lab" / "built"
    with open_server(0) as one:
        assert one.server_port
    monkeypatch.setattr(server, "DEFAULT_FOLDER", built)
    assert server.built_folder() == built


# The board in a notebook


def test_the_module_stands_alone_and_its_style_reaches_nothing_else(tmp_path):
    text = widget.script()
    assert not re.search(r"^\s*import\b|\bimport\(|https?://(?!www\.w3\.org)", text, re.M)
    assert re.findall(r"^export .*$", text, re.M) == ["export default { render };"]
    if shutil.which("node"):
        (tmp_path / "widget.mjs").write_text(text, encoding="utf-8")
        ran(["node", "--check", str(tmp_path / "widget.mjs")], code=0)
    text = re.sub(r"\{[^}]*\}", "{}", widget.styles())
    selectors = [one.strip() for head in re.findall(r"([^{}]+)\{", text) for one in head.split(",")]
    assert len(selectors) > 20
    assert all(one.startswith(".gfkit-board") for one in selectors), selectors
    assert "url(" not in widget.styles()


def test_boards_without_an_editor_are_rejected(monkeypatch):
    for board in ("cycle:5", "17x2", "torus:3x3"):
        with pytest.raises(InputError, match="cannot be edited"):
            widget.checked_board(board)
    monkeypatch.setattr(widget, "find_spec", lambda _: None)
    with pytest.raises(OptionError, match=r"pip install anywidget"):
        gfkit.board_widget()


def test_python_observes_the_value():
    pytest.importorskip(
        "anywidget", reason="anywidget is not installed: only the module of the widget is tested"
    )
    board = gfkit.board_widget("..#/.A./.A.", "domineering")
    told = []
    board.observe(lambda change: told.append(change["new"]), "value")
    board.value = "2x3"
    assert told == ["2x3"]
    assert gfkit.count("domineering", board.value) == 22
    assert board.board.size == 6
    with pytest.raises(InputError, match="cannot be edited"):
        board.value = "cycle:4"
    assert {one["player"] for one in board.pieces} == {"left", "right"}
    with pytest.raises(InputError, match="no pieces to lay"):
        gfkit.board_widget("3x3", "kings")


ENGINE = """
globalThis.Worker = class {
  constructor() { setTimeout(() => this.onmessage({ data: { ready: true, seconds: 0 } })); }
  postMessage({ id, tool: answer }) {
    if (answer !== "hopeless") setTimeout(() => this.onmessage({ data: { id, answer } }));
  }
  terminate() {}
};
const { Engine } = await import('./engine.mjs');
const told = [];
const engine = new Engine((one) => told.push(one), { grace: 10, patience: 0.01 });
const answers = [engine.ask("count", "hopeless"), engine.ask("derive", "other")];
await new Promise((done) => setTimeout(done, 200));
answers.push(engine.ask("count", "hopeful"));
console.log(JSON.stringify([await Promise.all(answers), told.some(({ taken }) => taken === 0.01)]));
"""


def test_a_request_of_the_same_kind_stops_the_one_that_runs(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("node is missing: THE ENGINE OF THE PAGE WAS NOT TESTED")
    shutil.copy(building.SOURCE / "page" / "engine.js", tmp_path / "engine.mjs")
    (tmp_path / "test.mjs").write_text(ENGINE, encoding="utf-8")
    said = ran(["node", str(tmp_path / "test.mjs")], code=0)
    assert json.loads(said.out) == [[None, "other", "hopeful"], True]
