/** Input masks of seed §9, by a library: `#` a digit, `@` a letter, `*` a letter or digit; anything else stands as it is. */
import { Mask } from 'maska'

const TOKENS = {
  '#': { pattern: /[0-9]/ },
  '@': { pattern: /[a-zA-Z]/ },
  '*': { pattern: /[a-zA-Z0-9]/ },
}

/** `const masked = maskOf('##/##'); masked('1230')` is `12/30`. Use it inside `onChange`. */
export function maskOf(pattern: string): (typed: string) => string {
  const mask = new Mask({ mask: pattern, tokens: TOKENS })
  return (typed) => mask.masked(typed)
}
