declare module 'semver' {
  const semver: {
    satisfies(version: string, range: string, options?: { includePrerelease?: boolean }): boolean
    /** Null where it is none. */
    validRange(range: string): string | null
  }
  export default semver
}
