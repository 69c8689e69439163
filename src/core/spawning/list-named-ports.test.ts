import { expect, test } from 'vitest'
import { listNamedPorts } from './list-named-ports.ts'

test.each([
  ['a model', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:4010/v1' }, [4010]],
  ['a proxy by name', { HTTPS_PROXY: 'http://localhost:3128' }, [3128]],
  ['a host and a port', { OLLAMA_HOST: '127.0.0.1:11434' }, [11_434]],
  ['IPv6', { http_proxy: 'http://[::1]:8080' }, [8080]],
  ['the port that goes without saying', { OPENAI_BASE_URL: 'https://localhost/v1' }, [443]],
  ['another scheme without a port', { ALL_PROXY: 'socks5://localhost' }, []],
  ['a host elsewhere', { HTTPS_PROXY: 'http://proxy.example:3128' }, []],
  ['a host that only looks alike', { HTTPS_PROXY: 'http://127.0.0.1.example:3128' }, []],
  ['a variable that names no place', { MY_URL: 'http://127.0.0.1:9' }, []],
  ['nonsense', { HTTPS_PROXY: 'http://:::' }, []],
])('[S8] %s', (_, environment, ports) => {
  expect(listNamedPorts(environment)).toEqual(ports)
})
