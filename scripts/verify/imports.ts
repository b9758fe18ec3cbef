import { dirname, join, normalize } from 'node:path';

/** The files that a file imports, for types or values. */
export function importsOf(file: string, text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
  const specifiers = code.matchAll(/(?:\bfrom|\bimport\(?)\s*['"](\.{1,2}\/[^'"]+)['"]/g);
  return Array.from(specifiers, ([, path = '']) =>
    normalize(join(dirname(file), path)).replaceAll('\\', '/'),
  );
}
