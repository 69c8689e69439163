import type { SourceFile } from '../syntax/source-file.ts'
import { isTest } from './is-test.ts'

/** The code that is shipped: src without the unit tests that sit beside it. */
export function isProduct(file: SourceFile): boolean {
  return file.isCode && file.path.startsWith('src/') && !isTest(file)
}
