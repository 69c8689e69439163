import { expect, test } from 'vitest'
import { parseDomainRule } from '../../lib/parse-domain-rule.ts'
import { judgeDomain } from './judge-domain.ts'

const LIST = ['api.example.com', '*.x.org', 'git.example.com:22', 'bücher.example', '*.wide.net:8443']
const RULES = LIST.flatMap((text) => parseDomainRule(text) ?? [])
const connect = (url: string) => judgeDomain({ method: 'CONNECT', url }, RULES)
const get = (url: string) => judgeDomain({ method: 'GET', url }, RULES)
const allowed = (host: string, port: number, path = '/') => ({
  kind: 'allowed',
  target: { host, port },
  path,
})
const refused = (status: number, why: string) => ({ kind: 'refused', status, why: `cmux's proxy: ${why}` })
const notListed = (place: string) =>
  refused(403, `${place} is not in agents.confine.domains; a person can add it to config.json`)
const noName = (host: string) => refused(403, `${host} is no name of a host; addresses are not let through`)
const noForm = (url: string) => refused(400, `it takes CONNECT host:port and http:// URLs, not ${url}`)

test.each([
  ['api.example.com:443', allowed('api.example.com', 443)],
  ['api.example.com:80', allowed('api.example.com', 80)],
  ['API.Example.Com:443', allowed('api.example.com', 443)],
  ['api.example.com.:443', allowed('api.example.com', 443)],
  ['api.example.com..:443', noName('api.example.com..')],
  ['api.example.com:8443', notListed('api.example.com:8443')],
  ['api.example.com:65536', refused(400, '65536 is no port')],
  ['api.example.com:70000', refused(400, '70000 is no port')],
  ['example.com:443', notListed('example.com:443')],
  ['www.api.example.com:443', notListed('www.api.example.com:443')],
  ['api.example.com.evil.org:443', notListed('api.example.com.evil.org:443')],
  ['a.x.org:443', allowed('a.x.org', 443)],
  ['a.b.x.org:80', allowed('a.b.x.org', 80)],
  ['x.org:443', notListed('x.org:443')],
  ['evilx.org:443', notListed('evilx.org:443')],
  ['a.x.org.evil.com:443', notListed('a.x.org.evil.com:443')],
  ['git.example.com:22', allowed('git.example.com', 22)],
  ['git.example.com:443', notListed('git.example.com:443')],
  ['a.wide.net:8443', allowed('a.wide.net', 8443)],
  ['a.wide.net:443', notListed('a.wide.net:443')],
  ['xn--bcher-kva.example:443', allowed('xn--bcher-kva.example', 443)],
  ['XN--BCHER-KVA.example:443', allowed('xn--bcher-kva.example', 443)],
  // A program that speaks HTTP sends names in ASCII.
  ['bücher.example:443', noName('b?cher.example')],
  ['127.0.0.1:443', noName('127.0.0.1')],
  ['127.1:80', noName('127.1')],
  ['2130706433:80', noName('2130706433')],
  ['0x7f.0.0.0x1:80', noName('0x7f.0.0.0x1')],
  ['localhost:80', noName('localhost')],
  ['a%2ex.org:443', noName('a%2ex.org')],
  ['a_b.x.org:443', noName('a_b.x.org')],
  [`${'a'.repeat(64)}.x.org:443`, noName(`${'a'.repeat(64)}.x.org`)],
  [`${'a.'.repeat(200)}x.org:443`, noName(`${'a.'.repeat(50)}...`)],
  ['[::1]:443', noName('[::1]')],
  ['user@api.example.com:443', noForm('user@api.example.com:443')],
  ['user:pass@api.example.com:443', noForm('user:pass@api.example.com:443')],
  ['api.example.com', noForm('api.example.com')],
  ['api.example.com:', noForm('api.example.com:')],
  ['api.example.com:0', noForm('api.example.com:0')],
  ['api.example.com:0443', noForm('api.example.com:0443')],
  ['api.example.com:443/path', noForm('api.example.com:443/path')],
  ['http://api.example.com/', noForm('http://api.example.com/')],
  ['api.example.com:443\r\nX: y', noForm('api.example.com:443??X:?y')],
])('[S8] CONNECT %s', (url, verdict) => {
  expect(connect(url)).toEqual(verdict)
})

test.each([
  ['http://api.example.com/', allowed('api.example.com', 80)],
  ['http://api.example.com', allowed('api.example.com', 80)],
  ['HTTP://API.example.com/A?b=C', allowed('api.example.com', 80, '/A?b=C')],
  ['http://api.example.com?b', allowed('api.example.com', 80, '/?b')],
  ['http://api.example.com:443/x', allowed('api.example.com', 443, '/x')],
  ['http://api.example.com:8080/x', notListed('api.example.com:8080')],
  ['http://git.example.com:22/', allowed('git.example.com', 22)],
  ['http://x.org/@a.x.org', notListed('x.org:80')],
  ['http://x.org?@a.x.org', notListed('x.org:80')],
  ['http://127.0.0.1/', noName('127.0.0.1')],
  ['http://[::1]/', noName('[::1]')],
  ['http://api.example.com@evil.org/', noForm('http://api.example.com@evil.org/')],
  ['http://user:pass@api.example.com/', noForm('http://user:pass@api.example.com/')],
  ['http://evil.org\\@api.example.com/', noForm('http://evil.org\\@api.example.com/')],
  ['http://evil.org#.x.org/', noForm('http://evil.org#.x.org/')],
  ['http://api.example.com/a b', noForm('http://api.example.com/a?b')],
  ['http://api.example.com/ü', noForm('http://api.example.com/?')],
  ['https://api.example.com/', noForm('https://api.example.com/')],
  ['ftp://api.example.com/', noForm('ftp://api.example.com/')],
  ['/', noForm('/')],
  ['//api.example.com/', noForm('//api.example.com/')],
  ['*', noForm('*')],
  ['', noForm('')],
])('[S8] GET %s', (url, verdict) => {
  expect(get(url)).toEqual(verdict)
})

test('[S8] without a list nothing is let through', () => {
  expect(judgeDomain({ method: 'CONNECT', url: 'api.example.com:443' }, [])).toEqual(
    notListed('api.example.com:443'),
  )
})
