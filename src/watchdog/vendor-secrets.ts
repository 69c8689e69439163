// Secrets that are known by their own form: a fixed beginning, and enough of the characters that follow it. Each row names
// where the vendor documents the form. The least length is below the real one, so that a secret that was cut is found too.
/** Letters, digits, `_` and `-`. */
const WORD = String.raw`[\w-]`
const DOTTED = String.raw`[\w.-]`
const ALNUM = '[A-Za-z0-9]'
const HEX = '[A-Fa-f0-9]'
const BASE64 = '[A-Za-z0-9+/=_-]'

type Row = readonly [beginning: string, characters: string, least: number, source: string]

const ROWS: readonly Row[] = [
  ['cmux_', WORD, 20, 'src/adapters/entropy/system-entropy.ts'],
  // Models.
  ['sk-', WORD, 16, 'platform.openai.com/docs/api-reference/authentication, docs.anthropic.com/en/api'],
  ['AIza', WORD, 30, 'cloud.google.com/docs/authentication/api-keys'],
  ['hf_', ALNUM, 20, 'huggingface.co/docs/hub/security-tokens'],
  ['gsk_', ALNUM, 32, 'console.groq.com/docs/quickstart'],
  ['xai-', ALNUM, 32, 'docs.x.ai/docs/overview'],
  ['pplx-', ALNUM, 32, 'docs.perplexity.ai/guides/getting-started'],
  ['r8_', ALNUM, 30, 'replicate.com/docs/topics/security/api-tokens'],
  // Code hosts and package registries.
  ['gh[pousr]_', ALNUM, 20, 'docs.github.com/en/authentication: about authentication to GitHub'],
  ['github_pat_', String.raw`\w`, 20, 'docs.github.com/en/authentication: fine-grained tokens'],
  [
    'gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-',
    DOTTED,
    16,
    'docs.gitlab.com/security/tokens',
  ],
  ['GR1348941', WORD, 16, 'docs.gitlab.com/security/tokens: runner registration'],
  ['npm_', ALNUM, 30, 'docs.npmjs.com/about-access-tokens'],
  ['pypi-', WORD, 32, 'pypi.org/help/#apitoken'],
  ['rubygems_', HEX, 32, 'guides.rubygems.org/api-key-scopes'],
  ['cio', ALNUM, 32, 'doc.rust-lang.org/cargo/reference/registry-authentication.html'],
  ['oy2', '[a-z0-9]', 40, 'learn.microsoft.com/nuget/nuget-org/publish-a-package'],
  ['dckr_(?:pat|oat)_', WORD, 20, 'docs.docker.com/security/access-tokens'],
  ['AT(?:ATT|CTT|BB)', '[A-Za-z0-9_=-]', 24, 'support.atlassian.com: manage API tokens'],
  ['bku[ac]_', ALNUM, 32, 'buildkite.com/docs/apis/managing-api-tokens'],
  ['CCIPAT_', String.raw`\w`, 32, 'circleci.com/docs/managing-api-tokens'],
  ['PMAK-', WORD, 32, 'learning.postman.com/docs/developer/postman-api/authentication'],
  // Clouds and hosts.
  ['(?:AKIA|ASIA|ABIA|ACCA)', '[A-Z0-9]', 16, 'docs.aws.amazon.com/IAM: IAM identifiers, unique ids'],
  [String.raw`ya29\.`, WORD, 16, 'developers.google.com/identity/protocols/oauth2'],
  ['1//0', WORD, 24, 'developers.google.com/identity/protocols/oauth2: refresh tokens'],
  ['GOCSPX-', WORD, 20, 'developers.google.com/identity/protocols/oauth2: client secrets'],
  ['do[opr]_v1_', HEX, 32, 'docs.digitalocean.com/reference/api/create-personal-access-token'],
  ['HRKU-', WORD, 24, 'devcenter.heroku.com/articles/authentication'],
  [String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, DOTTED, 30, 'docs.doppler.com/reference/auth-token-formats'],
  [String.raw`hv[sbr]\.`, WORD, 20, 'developer.hashicorp.com/vault/docs/concepts/tokens'],
  ['pul-', HEX, 32, 'pulumi.com/docs/administration/access-identity/access-tokens'],
  ['dapi', HEX, 32, 'docs.databricks.com/dev-tools/auth/pat'],
  ['tskey-', WORD, 16, 'tailscale.com/kb/1277/key-prefixes'],
  ['fm[12][ar]?_', BASE64, 32, 'fly.io/docs/security/tokens'],
  ['fo1_', WORD, 32, 'fly.io/docs/security/tokens'],
  ['nf[pcoub]_', ALNUM, 30, 'docs.netlify.com/api/get-started'],
  ['vc[pciark]_', ALNUM, 20, 'vercel.com/docs/rest-api#authentication'],
  ['rnd_', ALNUM, 24, 'render.com/docs/api'],
  ['sbp_', HEX, 32, 'supabase.com/docs/reference/api/introduction'],
  ['sb_secret_', WORD, 16, 'supabase.com/docs/guides/api/api-keys'],
  ['pscale_(?:tkn|pw|oauth)_', DOTTED, 24, 'planetscale.com/docs/concepts/service-tokens'],
  ['LTAI', ALNUM, 16, 'alibabacloud.com/help: AccessKey pairs'],
  ['AKID', ALNUM, 28, 'cloud.tencent.com/document/product/598'],
  // Business services.
  ['(?:sk|rk)_(?:live|test)_', ALNUM, 10, 'docs.stripe.com/keys'],
  ['whsec_', BASE64, 16, 'docs.stripe.com/webhooks, standardwebhooks.com'],
  ['sq0(?:atp|csp|idp)-', WORD, 20, 'developer.squareup.com/docs/build-basics/access-tokens'],
  ['EAAA', WORD, 50, 'developer.squareup.com/docs/build-basics/access-tokens'],
  ['shp(?:at|ca|pa|ss|tka)_', HEX, 24, 'shopify.dev/docs/apps/build/authentication-authorization'],
  [
    '(?:SK|AC)(?=[0-9a-f]*[0-9])',
    '[0-9a-f]',
    32,
    'twilio.com/docs/iam/api-keys, /docs/glossary/what-is-a-sid',
  ],
  [String.raw`SG\.`, DOTTED, 20, 'twilio.com/docs/sendgrid/ui/account-and-settings/api-keys'],
  ['key-', HEX, 32, 'documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt'],
  ['xkeysib-', WORD, 32, 'developers.brevo.com/docs/getting-started'],
  ['shippo_(?:live|test)_', HEX, 32, 'docs.goshippo.com/docs/guides_general/authentication'],
  ['EZ[AT]K', ALNUM, 40, 'docs.easypost.com/docs/authentication'],
  ['pat-(?:na|eu)[0-9]-', WORD, 30, 'developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview'],
  // Tools of teams.
  ['(?:xox[abceoprs]|xoxe\\.xox[bp]|xapp)-', WORD, 10, 'docs.slack.dev/authentication/tokens'],
  ['(?:lin_api|lin_oauth)_', ALNUM, 24, 'linear.app/developers/graphql'],
  ['ntn_', ALNUM, 30, 'developers.notion.com/docs/authorization'],
  ['secret_', ALNUM, 40, 'developers.notion.com/docs/authorization: before September 2024'],
  ['fig[dou]_', WORD, 24, 'figma.com/developers/api#access-tokens'],
  ['sntry[su]_', BASE64, 32, 'docs.sentry.io/account/auth-tokens'],
  ['pat(?=[A-Za-z0-9]{14}\\.)', DOTTED, 40, 'airtable.com/developers/web/guides/personal-access-tokens'],
  ['glsa_', String.raw`\w`, 32, 'grafana.com/docs/grafana/latest/administration/service-accounts'],
  ['eyJrIjoi', BASE64, 40, 'grafana.com/docs/grafana/latest/administration: API keys'],
  ['glc_', BASE64, 32, 'grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions'],
  ['NR(?:AK|RA|JS|II)-', ALNUM, 19, 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys'],
  [String.raw`dt0[a-z]\d\d\.`, DOTTED, 24, 'docs.dynatrace.com: access tokens'],
  [
    '(?:sdk|api)-(?=[0-9a-f]{8}-[0-9a-f]{4}-)',
    '[0-9a-f-]',
    36,
    'launchdarkly.com/docs/sdk/concepts/client-side-server-side',
  ],
  ['ops_eyJ', BASE64, 40, 'developer.1password.com/docs/service-accounts'],
  ['CFPAT-', WORD, 32, 'contentful.com/developers/docs/references/authentication'],
  ['tfp_', WORD, 32, 'typeform.com/developers/get-started/personal-access-token'],
  ['rdme_', ALNUM, 32, 'docs.readme.com/main/reference/intro/authentication'],
  // Keys.
  ['AGE-SECRET-KEY-(?:PQ-)?1', '[A-Za-z0-9]', 20, 'age-encryption.org/v1'],
  ['RWRTY0Iy', '[A-Za-z0-9+/=]', 40, 'jedisct1.github.io/minisign: secret key format'],
  [String.raw`\$(?:2[abxy]|5|6|7|y|gy|argon2i?d?)\$`, String.raw`[\w./$=,+-]`, 20, 'man 5 crypt'],
]

/** Forms of more than two parts, each with what no text of its form is without. The groups that are kept stand around the one that is not. */
const FORMS: readonly (readonly [needs: string, pattern: RegExp, shown: string, source: string])[] = [
  [
    'eyJ',
    /(eyJ)(?<=(?:(?<![\w-])|\\[bfnrt])eyJ)[\w-]{8,}\.(?:eyJ)?[\w-]{4,}(?:\.[\w-]*){0,3}/g,
    '$1[redacted]',
    'RFC 7519, RFC 7516',
  ],
  [
    String.raw`\.atlasv1\.`,
    /(\.atlasv1\.)[\w-]{30,}/g,
    '$1[redacted]',
    'developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
  ],
  [
    ':AA',
    /(?<!\d)(\d{8,10}:)AA[\w-]{30,}/g,
    '$1[redacted]',
    'core.telegram.org/bots/api#authorizing-your-bot',
  ],
  [
    String.raw`\.[\w-]{6}\.`,
    /(?<![\w.-])[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{25,}/g,
    '[redacted]',
    'discord.com/developers/docs/reference#authentication',
  ],
  [
    String.raw`/hooks\.slack`,
    /(\/hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{10,}/g,
    '$1[redacted]',
    'docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  ],
  [
    '/webhooks/',
    /(\/(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/)[\w/-]{10,}/g,
    '$1[redacted]',
    'discord.com/developers/docs/resources/webhook',
  ],
  [
    String.raw`\.webhook\.office|\.logic\.azure`,
    /(\.webhook\.office\.com\/webhookb2\/|\.logic\.azure\.com[:\d]*\/workflows\/)[^\s"'<>\\]{10,}/g,
    '$1[redacted]',
    'learn.microsoft.com/microsoftteams: incoming webhooks',
  ],
  [
    String.raw`/hooks\.zapier`,
    /(\/hooks\.zapier\.com\/hooks\/catch\/)[\w/-]{6,}/g,
    '$1[redacted]',
    'help.zapier.com: webhooks',
  ],
  [
    '[78]Q~',
    /(?<![\w~.-])([\w~.-]{3}[78]Q~)[\w~.-]{20,}/g,
    '[redacted]',
    'learn.microsoft.com/entra/identity-platform: client secrets',
  ],
  [
    'AzFu|ACDb|ASt|AzSe|AIoT',
    /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{76,80}(?:AzFu|ACDb|ASt|AzSe|AIoT)[A-Za-z0-9+/]{4,10}={0,2}/g,
    '[redacted]',
    'learn.microsoft.com/purview: Azure keys with a signature',
  ],
]

/** A beginning counts only where a word begins: also after an escape of JSON, an encoded character or a colour. */
const WORD_BEGINS = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m))`

const PATTERNS = ROWS.map(
  ([beginning, characters, least]) =>
    // The beginning stands first, so that the search for it is fast; what is before it is looked at afterwards.
    new RegExp(`(${beginning})(?<=${WORD_BEGINS}${beginning})${characters}{${least},}`, 'g'),
)
const ANY_BEGINNING = new RegExp(ROWS.map(([beginning]) => beginning).join('|'))
const ANY_FORM = new RegExp(FORMS.map(([needs]) => needs).join('|'))

export function maskVendorSecrets(text: string): string {
  const known = ANY_BEGINNING.test(text)
    ? PATTERNS.reduce((out, pattern) => out.replace(pattern, '$1[redacted]'), text)
    : text
  return ANY_FORM.test(known)
    ? FORMS.reduce((out, [, pattern, shown]) => out.replace(pattern, shown), known)
    : known
}
