# Written by tools/derived.py from pyproject.toml.
# In a tap, "brew update-python-resources gfkit" adds a resource for each dependency.
class Gfkit < Formula
  include Language::Python::Virtualenv

  desc "Counting configurations on grids and strips, with proof"
  homepage "https://example.org/gfkit"
  url "https://example.org/gfkit/source/releases/download/v1.0.0/gfkit-1.0.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
  end

  test do
    assert_match "12988816", shell_output("#{bin}/gfkit count domino-tilings 8x8")
  end
end
