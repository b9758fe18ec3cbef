/** The members of the data that the check reads. */
declare module 'caniemail/caniemail.json' {
  interface Feature {
    readonly title: string;
    readonly url: string;
    /** By family, platform and version: `y`, `n`, `a` (partly) or `u` (unknown), and numbers of notes. */
    readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  }
  const content: { readonly data: readonly Feature[] };

  // biome-ignore lint/style/noDefaultExport: JSON has no other export.
  export default content;
}
