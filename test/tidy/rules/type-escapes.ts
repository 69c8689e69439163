// The two ways of telling the type checker to look away.
import type { Rule } from '../rule.ts'

// TypeScript takes the directive only at the start of a comment, so prose about it is free.
const SILENCER = /^[\s*/]*@ts-(ignore|nocheck)\b/

export const typeEscapes: readonly Rule[] = [
  {
    name: 'any',
    style: 8,
    where: 'code',
    forbids: '`any`',
    instead: '`unknown`, and parse it',
    appliesTo: (file) => file.isCode,
    find: (file) =>
      file
        .syntax()
        .flatMap(({ node }) => (node.type === 'TSAnyKeyword' ? [{ offset: node.start, what: 'any' }] : [])),
  },
  {
    name: 'silenced-types',
    style: 8,
    where: 'code',
    forbids: 'silencing of the type checker',
    instead: 'types that hold, or `@ts-expect-error` with the reason in a test',
    appliesTo: (file) => file.isCode,
    find: (file) =>
      file.comments().flatMap(({ start, value }) => {
        const found = SILENCER.exec(value)
        return found === null ? [] : [{ offset: start, what: `@ts-${found[1]}` }]
      }),
  },
]
