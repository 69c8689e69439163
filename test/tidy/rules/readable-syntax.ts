import type { Rule } from '../rule.ts'

/** What the parser can't read, the other rules can't judge: it must not count as clean. */
export const readableSyntax: Rule = {
  name: 'readable-syntax',
  style: 14,
  where: 'code',
  forbids: 'syntax that the tidy test can not read',
  instead: 'syntax that the parser knows',
  appliesTo: (file) => file.isCode,
  find: (file) => file.syntaxErrors().map((message) => ({ offset: 0, what: message })),
}
