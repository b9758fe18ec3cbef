/** The bytes of an empty database with its tables. The build replaces this module; from source, there are none. */
export const builtImage = (): Uint8Array | undefined => undefined;
