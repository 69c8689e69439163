import type { Tree } from './check-edits.ts'

/** Files that only cmux has together. */
const MARKS = ['cmux', 'src/watchdog/decide.ts', 'src/core/improve/judge-tier.ts', 'src/hook/main.ts']

/** By what is in it, since a project may have any name. Two marks are enough: one that is moved or renamed makes no other project of it. */
export const looksLikeCmux = (tree: Tree): boolean => MARKS.filter((mark) => tree.has(mark)).length >= 2
