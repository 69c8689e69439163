// Matches many paths against the same patterns: each pattern is compiled once. Measured for 2,500 paths and 150 patterns: 20 s when
// each question compiles, 0.3 s so.
import picomatch from 'picomatch'
import { GLOB_OPTIONS } from './match-glob.ts'

/** A project may name 1,500; more are of several projects. */
const KEPT_MAX = 5000

export function makeGlobMatcher(): (path: string, glob: string) => boolean {
  const compiled = new Map<string, (path: string) => boolean>()
  return (path, glob) => {
    const known = compiled.get(glob)
    if (known) return known(path)
    const matcher = picomatch(glob, GLOB_OPTIONS)
    if (compiled.size >= KEPT_MAX) compiled.clear()
    compiled.set(glob, matcher)
    return matcher(path)
  }
}
