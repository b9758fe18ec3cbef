import caniemail from 'caniemail/caniemail.json' with { type: 'json' };
import { readFeatures } from './email-features.ts';
import { MAJOR_CLIENTS } from './major-clients.ts';

type Feature = (typeof caniemail.data)[number];

/** A feature that an email uses and that some clients do not support, or support partly. */
export interface Unsupported {
  readonly title: string;
  readonly url: string;
  readonly missing: readonly string[];
  readonly partial: readonly string[];
  /** The line of the HTML that uses it first. */
  readonly line: number;
  /** The number of further places that use it. */
  readonly more: number;
}

/** Finds what clients do not support in HTML, and then what they support partly, by line. */
export const findUnsupported = (html: string): readonly Unsupported[] =>
  [...readFeatures(html, caniemail.data)]
    .map(([feature, [first = 0, ...others]]) => ({
      title: feature.title,
      url: feature.url,
      missing: clientsWith(feature, 'n'),
      partial: clientsWith(feature, 'a'),
      line: html.slice(0, first).split('\n').length,
      more: others.length,
    }))
    .filter(({ missing, partial }) => missing.length + partial.length > 0)
    .sort((a, b) => Number(a.missing.length === 0) - Number(b.missing.length === 0) || a.line - b.line);

/** The clients that do not support a feature on any platform (`n`), or that support it partly (`a`). */
const clientsWith = ({ stats }: Feature, support: 'n' | 'a'): readonly string[] =>
  MAJOR_CLIENTS.filter(([, family, platform]) => {
    const platforms = Object.entries(stats[family] ?? {}).filter(([name]) => !platform || name === platform);
    const answers = platforms.map(([, versions]) => latestOf(versions)).filter((answer) => answer !== 'u');
    if (answers.every((answer) => answer === 'y')) return false;
    return answers.every((answer) => answer === 'n') === (support === 'n');
  }).map(([name]) => name);

/** The support in the latest version: `y`, `n`, `a` or `u`. */
function latestOf(versions: Readonly<Record<string, string>>): string | undefined {
  const [latest = ''] = Object.keys(versions).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return versions[latest]?.[0];
}
