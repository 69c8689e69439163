// Who pauses when most agents fail on a quota at once. It ends when the quota is renewed, or when a person says so.
export const QUOTA_ACTOR = 'quota'
