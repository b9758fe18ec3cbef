export function asLiteral(value: unknown): string {
  const json = JSON.stringify(value, null, 2) ?? 'undefined';
  return json.replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}
