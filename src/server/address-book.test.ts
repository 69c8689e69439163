import { expect, test } from 'vitest'
import { makeSystemClock } from '../adapters/clock/system-clock.ts'
import { Config } from '../protocol/config.ts'
import { makeAddressBook } from './address-book.ts'

test.each([
  [{ host: '127.0.0.1' }, 'http://127.0.0.1:81'],
  [{ host: '::1' }, 'http://[::1]:81'],
  [{ host: '127.0.0.7' }, 'http://127.0.0.7:81'],
  [{ host: 'localhost' }, 'http://localhost:81'],
])('the address we print is one that we answer under: %o', (config, url) => {
  const book = makeAddressBook(Config.parse(config), makeSystemClock())
  book.setPort(81)
  expect(book.url()).toBe(url)
  expect(book.allowedHosts().get(url.replace('http://', ''))).toBe(url)
})

test('[P7] each allowed name has the one Origin of its pages', () => {
  const allowedHosts = ['box', 'other:82', 'https://cmux.example', 'http://plain.example']
  const book = makeAddressBook(Config.parse({ allowedHosts }), makeSystemClock())
  book.setPort(81)
  expect(Object.fromEntries(book.allowedHosts())).toEqual({
    '127.0.0.1:81': 'http://127.0.0.1:81',
    'localhost:81': 'http://localhost:81',
    '[::1]:81': 'http://[::1]:81',
    'box:81': 'http://box:81',
    'other:82': 'http://other:82',
    'cmux.example': 'https://cmux.example',
    'plain.example': 'http://plain.example',
  })
})
