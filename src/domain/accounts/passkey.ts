/** Passkeys: how many an account has, and how long what they sign is worth something. */

/** More than anybody's devices, and few enough to read. */
export const PASSKEYS_OF_ACCOUNT = 20
export const PASSKEY_NAME_LENGTH = 60
/** Within it somebody unlocks the device. */
export const CHALLENGE_MINUTES = 5
