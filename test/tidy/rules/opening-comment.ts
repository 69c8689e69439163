import { isTest } from '../places/is-test.ts'
import type { Rule } from '../rule.ts'

// Below this, the name of the file and its one export say it all.
const UNEXPLAINED_MAX_LINES = 20

export const openingComment: Rule = {
  name: 'opening-comment',
  style: 10,
  where: `modules of src and scripts over ${UNEXPLAINED_MAX_LINES} lines`,
  forbids: 'module that starts without a word',
  instead: 'one to three lines of comment on what it is for',
  appliesTo: (file) => file.isCode && /^(src|scripts)\//.test(file.path) && !isTest(file),
  find: (file) => {
    const opening = file.text.replace(/^#!.*\n/, '')
    if (file.lineCount <= UNEXPLAINED_MAX_LINES || /^\/[/*]/.test(opening)) return []
    return [{ offset: 0, what: 'the first line is no comment' }]
  },
}
