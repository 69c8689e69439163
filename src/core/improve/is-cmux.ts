import type { Tree } from './check-edits.ts'

/** By what is in it, since anybody may give a project any name. */
export const isCmux = (tree: Tree): boolean => tree.has('cmux') && tree.has('src/watchdog/decide.ts')
