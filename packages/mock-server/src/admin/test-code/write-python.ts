import { python } from './literal.ts';
import { IGNORED_NOUNS, type Recipe, type Step } from './recipe.ts';

/** Writes a test for pytest, which starts the command `trickle-server`. */
export function writePython({ title, origin, seed, now, steps, rest, expected }: Recipe): string {
  const isTrace = 'trace' in expected;
  const lines = [
    ...(isTrace ? [] : ['start = call(f"{server}/_admin/checkpoints", {})']),
    ...steps.flatMap((step) => [
      ...passing(step.delay),
      `sent = call(f"{server}/_admin/requests/send", ${python(requestOf(step), MARGIN)})`,
      `assert sent["status"] == ${step.status}`,
    ]),
    ...passing(rest),
    'call(f"{server}/_admin/settle", {})',
    ...(isTrace
      ? [
          `trace = call(f"{server}/_admin/trace?of={sent['request_id']}")`,
          'sentences = [row["sentence"] for row in trace["rows"] if not row["type"].startswith("webhook")]',
          `assert sentences == ${python(expected.trace, MARGIN)}`,
        ]
      : [
          `nouns = call(f"{server}/_admin/checkpoints/{start['id']}/diff")["nouns"]`,
          'changes = sorted(',
          '    f"{noun} {kind}: {record[\'label\']}"',
          '    for noun, kinds in nouns.items()',
          '    for kind, records in kinds.items()',
          '    for record in records',
          `    if "label" in record and noun not in ${python(IGNORED_NOUNS, MARGIN)}`,
          ')',
          `assert changes == ${python(expected.changes, MARGIN)}`,
        ]),
  ];
  return `# ${origin}
import json
import subprocess
import urllib.request

import pytest

SEED = ${python(seed)}


def call(url, body=None):
    """Sends JSON to the admin API, and returns the body of the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


@pytest.fixture
def server(tmp_path):
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps(SEED))
    options = ["--port", "0", "--json", "--seed", str(seed), "--time", ${python(now)}, "--frozen"]
    process = subprocess.Popen(
        ["npx", "trickle-server", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    yield json.loads(process.stdout.readline())["url"]
    process.stdin.close()  # the server notices, and stops
    process.wait()


def test_${nameOf(title)}(server):
${lines.map((line) => `${MARGIN}${line}`).join('\n')}
`;
}

const MARGIN = '    ';

const passing = (milliseconds: number): string[] =>
  milliseconds > 0 ? [`call(f"{server}/_admin/clock/advance", {"milliseconds": ${milliseconds}})`] : [];

const requestOf = ({ method, path, body }: Step) => ({ method, path, ...(body !== undefined && { body }) });

/** A title as a part of a name in Python. */
const nameOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
