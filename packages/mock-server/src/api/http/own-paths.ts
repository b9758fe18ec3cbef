/** The paths for the operators of this server, answered without accounts, faults and the request log. */
// Unspecified: U-229
export const OPERATIONS_PATHS = { health: '/healthz', readiness: '/readyz', metrics: '/metrics' } as const;

const paths: ReadonlySet<string> = new Set(Object.values(OPERATIONS_PATHS));

export const isOperationsPath = (path: string): boolean => paths.has(path);
