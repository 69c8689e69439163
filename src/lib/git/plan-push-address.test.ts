import { describe, expect, test } from 'vitest'
import { maskAddress, planPushAddress } from './plan-push-address.ts'

const plan = (
  settings: Readonly<Record<string, string | string[]>>,
  rewrites: Readonly<Record<string, string>> = {},
  remote = 'origin',
) =>
  planPushAddress({
    settings: Object.entries(settings).flatMap(([key, values]) =>
      [values].flat().map((value) => ({ key, value })),
    ),
    rewrites: Object.entries(rewrites).map(([key, value]) => ({ key, value })),
    remote,
    folder: '/people/olga/shop',
  })
const url = (value: string) => ({ 'remote.origin.url': value })

describe('[L4] where a push goes', () => {
  test.each<[string, Parameters<typeof plan>, ReturnType<typeof plan>]>([
    [
      'the address of the remote',
      [url('https://example.com/shop.git')],
      { address: 'https://example.com/shop.git', shown: 'https://example.com/shop.git' },
    ],
    [
      'its own address for pushes',
      [{ ...url('https://example.com/a'), 'remote.origin.pushurl': 'git@example.com:a.git' }],
      { address: 'git@example.com:a.git', shown: 'git@example.com:a.git' },
    ],
    [
      'a path, which is meant from the project',
      [url('../shop.git')],
      { address: '/people/olga/shop.git', shown: '/people/olga/shop.git', folder: '/people/olga/shop.git' },
    ],
    [
      'a file address',
      [url('file:///srv/shop.git')],
      { address: '/srv/shop.git', shown: '/srv/shop.git', folder: '/srv/shop.git' },
    ],
    [
      'what the person writes short, shown as what it comes to',
      [url('gh:me/shop'), { 'url.https://github.com/.insteadof': 'gh:', 'url.x.insteadof': 'g' }],
      { address: 'gh:me/shop', shown: 'https://github.com/me/shop' },
    ],
    [
      'another address for pushes by the person’s settings',
      [
        url('https://github.com/me/shop'),
        { 'url.ssh://git@github.com/.pushinsteadof': 'https://github.com/', 'url.b.insteadof': 'https://' },
      ],
      { address: 'https://github.com/me/shop', shown: 'ssh://git@github.com/me/shop' },
    ],
    [
      'which does not hold where the remote has an own one for pushes',
      [
        { 'remote.origin.pushurl': 'https://github.com/me/shop' },
        { 'url.ssh://git@github.com/.pushinsteadof': 'https://github.com/' },
      ],
      { address: 'https://github.com/me/shop', shown: 'https://github.com/me/shop' },
    ],
    [
      'a short form that comes to a path',
      [url('srv:shop.git'), { 'url./srv/.insteadof': 'srv:' }],
      { address: 'srv:shop.git', shown: '/srv/shop.git', folder: '/srv/shop.git' },
    ],
    ['no remote', [{}], { refused: 'there is no remote origin in /people/olga/shop' }],
    [
      'several addresses',
      [{ 'remote.origin.url': ['https://a.example', 'https://b.example'] }],
      { refused: 'the remote origin has several addresses' },
    ],
    [
      'a program of another name',
      [url('ext::sh -c id')],
      { refused: 'ext::sh -c id would be pushed to by another program' },
    ],
    [
      'a program by a scheme',
      [url('hg://example.com/x')],
      { refused: 'hg://example.com/x would be pushed to by another program' },
    ],
    ['an option', [url('--receive-pack=id')], { refused: '--receive-pack=id is no address' }],
    [
      'an option behind a short form',
      [url('a:x'), { 'url.-o.insteadof': 'a:' }],
      { refused: '-ox is no address' },
    ],
    ['a line break', [url('https://a\nb')], { refused: 'https://a\nb is no address' }],
  ])('%s', (_, given, expected) => expect(plan(...given)).toEqual(expected))
})

test.each([
  ['https://olga:hunter2@example.com/a', 'https://***@example.com/a'],
  ['https://ghp_abc@example.com/a', 'https://***@example.com/a'],
  ['ssh://git@example.com/a', 'ssh://git@example.com/a'],
  ['ssh://git:pw@example.com/a', 'ssh://git:***@example.com/a'],
  ['git@example.com:a', 'git@example.com:a'],
  ['https://example.com/a?token=x#y', 'https://example.com/a?***'],
  [
    "fatal: unable to access 'https://olga:pw@example.com/a/': no",
    "fatal: unable to access 'https://***@example.com/a/': no",
  ],
])('[L4] a credential in an address is never shown: %s', (text, shown) =>
  expect(maskAddress(text)).toBe(shown),
)
