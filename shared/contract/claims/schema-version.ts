/** Version of the claims schema that this release reads and writes (spec, "Versioning"). */
export const schemaVersion = 9;
