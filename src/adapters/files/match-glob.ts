// Whether a path is one of those that a pattern names: `*`, `**`, `?`, `[abc]`, `{a,b}`; dots and the size of letters make no
// difference.
import picomatch from 'picomatch'

export const GLOB_OPTIONS = { dot: true, nocase: true, nonegate: true } as const

export function matchGlob(path: string, glob: string): boolean {
  return picomatch.isMatch(path, glob, GLOB_OPTIONS)
}
