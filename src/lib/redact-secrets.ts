// Replaces what looks like a credential. Every sink that outlives a request (logs, journal, crash reports) goes through it.
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bcmux_[A-Za-z0-9_-]{20,}/g, 'cmux_[redacted]'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\bsk-[A-Za-z0-9_-]{16,}/g, 'sk-[redacted]'],
  [/\b(?:ghp|gho|ghu|ghs|ghr|github_pat)_[A-Za-z0-9_]{20,}/g, 'gh_[redacted]'],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g, 'xox-[redacted]'],
  [/\bAKIA[0-9A-Z]{16}\b/g, 'AKIA[redacted]'],
  [/\bAIza[0-9A-Za-z_-]{30,}/g, 'AIza[redacted]'],
  [/([?&](?:code|token|key|secret|password)=)[^&\s"']+/gi, '$1[redacted]'],
  // Who logs in at an address, as git and databases write it. Bounded, since any long word could begin one.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'\\]{0,200}:)[^\s/@"'\\]{1,500}@/gi, '$1[redacted]@'],
  [
    /\b([A-Z0-9_]{0,60}(?:TOKEN|SECRET|PASSWORD|PASSPHRASE|API_KEY)=)(?!\[redacted)[^\s"'\\$][^\s"'\\]*/g,
    '$1[redacted]',
  ],
  [
    /("(?:[a-z_-]*(?:token|secret|password|passphrase|cookie|authorization)|api[_-]?key)"\s*:\s*")(?:[^"\\]|\\.)*"/gi,
    '$1[redacted]"',
  ],
  // As far as the next line of dashes and no further: many beginnings without an end would be read over and over.
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----)[\s\S])*-----END [A-Z ]*PRIVATE KEY-----/g,
    '[redacted private key]',
  ],
  // The same in a text that is itself a string of JSON.
  [
    /(\\"(?:[a-z_-]*(?:token|secret|password|passphrase|cookie|authorization)|api[_-]?key)\\"\s*:\s*\\")[^"\\]*\\"/gi,
    '$1[redacted]\\"',
  ],
]

export function redactSecrets(text: string): string {
  return SECRETS.reduce((out, [pattern, replacement]) => out.replace(pattern, replacement), text)
}
