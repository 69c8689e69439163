// Where the server is, as the environment says. Only this machine: the token must not leave it, whoever set the variable.

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

export function parseAddress(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'http:' && LOOPBACK.test(url.hostname) ? url : undefined
}
