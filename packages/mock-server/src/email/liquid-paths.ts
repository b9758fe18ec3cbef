import { type PropertyAccessToken, type Template, TypeGuards, toValueSync, Value } from 'liquidjs';

/** The path of a variable, as in `['my', 'shoes']`. A computed segment is null. */
export type Path = readonly (string | null)[];

/**
 * Finds the paths that templates read from their scope. The library's own analysis is quadratic: it compares all paths
 * with each other and counts the lines before each.
 */
export function pathsIn(templates: readonly Template[]): Path[] {
  const paths = new Map<string, Path>();
  /** The number of assignments and enclosing blocks that shadow each name. */
  const shadowed = new Map<string, number>();
  const shadow = (name: string, by: number) => shadowed.set(name, (shadowed.get(name) ?? 0) + by);
  const report = (path: Path) => {
    if (!shadowed.get(path[0] ?? '')) paths.set(JSON.stringify(path), path);
  };
  const visit = (template: Template): void => {
    for (const argument of template.arguments?.() ?? []) visitValue(argument, report);
    for (const { content } of template.localScope?.() ?? []) shadow(content, 1);
    if (!template.children) return;
    const names = [...(template.blockScope?.() ?? [])];
    for (const name of names) shadow(name, 1);
    const children = toValueSync(template.children(false, true)) as Template[]; // a generator that returns them
    for (const child of children) visit(child);
    for (const name of names) shadow(name, -1);
  };
  for (const template of templates) visit(template);
  return [...paths.values()];
}

/** Finds the paths in a value, its filters and their arguments. */
function visitValue(value: unknown, visit: (path: Path) => void): void {
  if (value instanceof Value || TypeGuards.isFilteredValueToken(value)) {
    for (const token of value.initial.postfix) visitValue(token, visit);
    for (const { args } of value.filters) {
      // Named arguments are pairs.
      for (const arg of args) visitValue(Array.isArray(arg) ? arg[1] : arg, visit);
    }
  } else if (TypeGuards.isRangeToken(value)) {
    visitValue(value.lhs, visit);
    visitValue(value.rhs, visit);
  } else if (TypeGuards.isPropertyAccessToken(value)) visit(pathOf(value, visit));
}

function pathOf({ props }: PropertyAccessToken, visit: (path: Path) => void): Path {
  return props.flatMap((prop, i): Path => {
    if (TypeGuards.isQuotedToken(prop) || TypeGuards.isNumberToken(prop) || TypeGuards.isWordToken(prop)) {
      return [String(prop.content)];
    }
    if (!TypeGuards.isPropertyAccessToken(prop)) return [null];
    const inner = pathOf(prop, visit);
    if (i === 0) return inner;
    visit(inner);
    return [null];
  });
}
