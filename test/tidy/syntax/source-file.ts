// A file as the rules see it: path, text and, for code, its syntax. Parsing waits until a rule asks for it.
import { parseSync, type ParseResult } from 'vite'
import { listSyntax, type Syntax } from './list-syntax.ts'

const CODE = /\.[cm]?[jt]sx?$/

export type SourceFile = {
  readonly path: string
  readonly text: string
  readonly isCode: boolean
  readonly lineCount: number
  readonly syntax: () => readonly Syntax[]
  readonly comments: () => ParseResult['comments']
  readonly syntaxErrors: () => readonly string[]
  readonly lineAt: (offset: number) => number
}

export function makeSourceFile(path: string, text: string): SourceFile {
  const isCode = CODE.test(path)
  const parsed = once(() => parseSync(path, isCode ? text : ''))
  return {
    path,
    text,
    isCode,
    lineCount: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    syntax: once(() => listSyntax(parsed().program)),
    comments: () => parsed().comments,
    syntaxErrors: () => parsed().errors.map((error) => error.message),
    lineAt: (offset) => text.slice(0, offset).split('\n').length,
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
