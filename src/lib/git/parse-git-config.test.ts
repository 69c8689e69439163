import { describe, expect, test } from 'vitest'
import { parseGitConfig } from './parse-git-config.ts'

const read = (text: string) => parseGitConfig(text)?.map(({ key, value }) => [key, value])

describe('a configuration file of git', () => {
  test.each([
    ['nothing', '', []],
    ['a key', '[core]\n\tbare = false\n', [['core.bare', 'false']]],
    ['names in any case', '[CORE]\nAutoCRLF=Input', [['core.autocrlf', 'Input']]],
    ['a subsection as it is written', '[remote "Up \\"x\\""]\n url = a', [['remote.Up "x".url', 'a']]],
    ['a subsection of the old kind', '[branch.Main]\nremote = x', [['branch.main.remote', 'x']]],
    ['a key on the line of its section', '[core] bare = true', [['core.bare', 'true']]],
    ['a key without a value', '[core]\nbare\n', [['core.bare', 'true']]],
    [
      'comments',
      '# x\n[core] ; y\na = b # c\nd = "e ; f" ; g\n',
      [
        ['core.a', 'b'],
        ['core.d', 'e ; f'],
      ],
    ],
    ['a value in parts', '[a]\nb = one "two  " three  \n', [['a.b', 'one two   three']]],
    ['escapes', '[a]\nb = x\\ty\\n\\"z\\\\\n', [['a.b', 'x\ty\n"z\\']]],
    [
      'a line that goes on',
      '[a]\nb = x\\\ny\nc = z',
      [
        ['a.b', 'xy'],
        ['a.c', 'z'],
      ],
    ],
    ['an included file, which is not followed', '[include]\npath = more\n', [['include.path', 'more']]],
    ['line ends of elsewhere', '[a]\r\nb = c\r\n', [['a.b', 'c']]],
  ])('%s', (_, text, expected) => expect(read(text)).toEqual(expected))

  test.each([
    ['a key before any section', 'a = b'],
    ['a section that does not end', '[a\nb = c'],
    ['a quote that does not end', '[a]\nb = "c\n'],
    ['an unknown escape', '[a]\nb = \\x\n'],
    ['a name that is none', '[a]\n1b = c\n'],
  ])('%s is not readable', (_, text) => expect(read(text)).toBeUndefined())
})
