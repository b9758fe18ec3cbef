/** The parts of a package.json that name public addresses. */
export interface Manifest {
  readonly name: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
}

/** Adds the addresses of a package, derived from its folder and the address of the repository. */
export const withAddress = (manifest: Manifest, address: string, directory: string): Manifest => ({
  ...manifest,
  homepage: `${address}/tree/main/${directory}#readme`,
  repository: { type: 'git', url: `git+${address}.git`, directory },
  bugs: { url: `${address}/issues` },
});

/** The addresses that a package lacks. npm links them, and checks its provenance against `repository`. */
export function addressProblems(manifest: Manifest, directory: string): string[] {
  const { name, repository, homepage, bugs } = manifest;
  const url = /^git\+(https:\/\/[^/]+\/[^/]+\/[^/]+)\.git$/.exec(repository?.url ?? '')?.[1];
  return [
    ...(url === undefined ? ['repository'] : []),
    ...(repository?.directory === directory ? [] : ['repository.directory']),
    ...(homepage?.startsWith('https://') ? [] : ['homepage']),
    ...(bugs?.url.startsWith('https://') ? [] : ['bugs']),
  ].map(
    (member) => `${name}: \`${member}\` in ${directory}/package.json is missing or is not an https address.`,
  );
}
