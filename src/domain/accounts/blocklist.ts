/** Words that people make passwords of; compared in lower case, without the digits and signs put around them. */

/** The most used passwords of public leaks that have eight letters or more. */
const COMMON = `
12345678 123456789 1234567890 0123456789 987654321 9876543210 11111111 00000000 12341234 12121212 123123123 11223344
87654321 88888888 99999999 66666666 55555555 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx q1w2e3r4
q1w2e3r4t5 qwertyui qwertyuiop qwerty123 qwerty1234 qwertyuiopasdfghjklzxcvbnm asdfghjk asdfghjkl zxcvbnm zxcvbnma
asdfasdf qweasdzxc abcd1234 abc12345 a1b2c3d4 abcdefgh abcdefghij abcdefghijklmnopqrstuvwxyz aa123456 a1234567
password passw0rd p@ssword p@ssw0rd password1 password12 password123 password1234 passwordpassword mypassword
thisismypassword changeme changemenow letmein letmeinnow welcome welcome1 welcomehome iloveyou iloveyou1 iloveyousomuch
sunshine princess football baseball basketball superman batman123 starwars whatever trustno1 computer internet michelle
jennifer jessica1 charlie1 michael1 liverpool chocolate butterfly midnight mountain broncos1 colorado coloradosprings
administrator adminadmin admin123 administrator1 rootroot guest123 default1 testtest test1234 testing123 temp1234
dragon123 monkey123 shadow123 master123 freedom1 pokemon1 samsung1 spiderman blink182 corvette mercedes mustang1
correcthorsebatterystaple opensesame onetwothree onetwothreefour nosecrets topsecret secretsecret supersecret
contraseña contrasena contrasena123 micontrasena tequiero teamomucho teamo1234 estrella123 mariposa123
`

const BLOCKED = new Set(COMMON.split(/\s+/).filter(Boolean))

/** Rows of a keyboard and runs that fingers and minds walk along. */
const RUNS = [
  '01234567890',
  '09876543210',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
]
const LONGEST_RUN_ALLOWED = 4
const LONGEST_RUN = Math.max(...RUNS.map((run) => run.length))

/** Whether a password is common, one short piece over and over, or mostly runs. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isListed = BLOCKED.has(lower) || BLOCKED.has(bare) || BLOCKED.has(unleet(bare))
  return isListed || isRepetition(lower) || isMadeOfRuns(lower)
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

function unleet(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign)
}

/** A period of at most a third of the whole, or the common word itself again and again. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    const piece = text.slice(0, period)
    const isPeriodic = piece.repeat(Math.ceil(text.length / period)).slice(0, text.length) === text
    if (isPeriodic && (period <= text.length / 3 || BLOCKED.has(piece))) return true
  }
  return false
}

/** What is left of it when every long run is one letter is too little. */
function isMadeOfRuns(text: string): boolean {
  let left = 0
  for (let index = 0; index < text.length; ) {
    index += runLength(text, index)
    left += 1
  }
  return left <= text.length / 3
}

function runLength(text: string, from: number): number {
  for (let length = Math.min(LONGEST_RUN, text.length - from); length > LONGEST_RUN_ALLOWED; length -= 1) {
    const part = text.slice(from, from + length)
    const backwards = [...part].reverse().join('')
    if (RUNS.some((run) => run.includes(part) || run.includes(backwards))) return length
  }
  return 1
}
