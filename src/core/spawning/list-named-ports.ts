// Ports of this machine's loopback that the person's own environment names as the place of a model or of a proxy. Whoever set such a
// variable wants the agent's program to go there. No agent can set one. Pure.

const NAMING = [
  'ANTHROPIC_BASE_URL ANTHROPIC_BEDROCK_BASE_URL ANTHROPIC_VERTEX_BASE_URL OPENAI_BASE_URL OPENAI_API_BASE',
  'GOOGLE_GEMINI_BASE_URL OLLAMA_HOST OTEL_EXPORTER_OTLP_ENDPOINT',
  'HTTPS_PROXY https_proxy HTTP_PROXY http_proxy ALL_PROXY all_proxy',
].flatMap((row) => row.split(' '))
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

export function listNamedPorts(environment: Readonly<Record<string, string>>): number[] {
  return NAMING.flatMap((name) => {
    const url = URL.parse(withScheme(environment[name] ?? ''))
    if (!url || !LOOPBACK.test(url.hostname)) return []
    const port = url.port === '' ? PORTS[url.protocol] : Number(url.port)
    return port === undefined ? [] : [port]
  })
}

/** Some name only a host and a port. */
const withScheme = (text: string) => (text.includes('://') ? text : `http://${text}`)
