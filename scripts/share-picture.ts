/** The part of the build that draws `/share.png`, which previews of links show; without letters, which need a font of the machine. */
import sharp from 'sharp'
import type { Plugin } from 'vite'

const WIDTH = 1_200
const HEIGHT = 630

export function sharePicture(): Plugin {
  return {
    name: 'crew:share-picture',
    apply: 'build',
    async generateBundle() {
      const source = await sharp(Buffer.from(DRAWING)).png({ palette: true }).toBuffer()
      this.emitFile({ type: 'asset', fileName: 'share.png', source })
    },
  }
}

const bin = (x: number, color: string) => `
  <g stroke="#1b1f1d" stroke-width="6" stroke-linejoin="round" fill="${color}">
    <path d="M${x} 404h64l-8 100h-48z"/><path d="M${x - 6} 384h76v20h-76z"/>
    <circle cx="${x + 16}" cy="508" r="10" fill="#fff"/>
  </g>`

const tree = (x: number) => `
  <path d="M${x} 500V370" stroke="#1b1f1d" stroke-width="10" stroke-linecap="round"/>
  <ellipse cx="${x}" cy="330" rx="70" ry="88" fill="#3f8f63"/>`

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#e2f0e9"/>
  <circle cx="1030" cy="120" r="58" fill="#fdf0d8" stroke="#7d4700" stroke-width="5"/>
  <path d="M0 380L170 240l150 90 200-170 210 180 160-110 310 190v100H0z" fill="#fff" opacity=".7"/>
  ${tree(150)}${tree(880)}
  <g stroke="#1b1f1d" stroke-width="8" stroke-linejoin="round">
    <rect x="350" y="270" width="330" height="234" fill="#fff"/>
    <path d="M310 280L515 110l205 170z" fill="#12563f"/>
    <rect x="490" y="370" width="80" height="134" rx="6" fill="#fdf0d8"/>
    <path d="M392 320h64v64h-64zM424 320v64M392 352h64M598 320h52v64h-52z" fill="#e5effa"/>
  </g>
  <path d="M0 506h${WIDTH}v124H0z" fill="#8d9590"/>
  <path d="M40 570h120m70 0h120m70 0h120m70 0h120m70 0h120m70 0h120m70 0h60" stroke="#fff" stroke-width="9"/>
  ${bin(220, '#12563f')}${bin(308, '#1c4f8c')}
  <g stroke="#1b1f1d" stroke-width="8" stroke-linejoin="round">
    <rect x="720" y="380" width="230" height="150" rx="12" fill="#12563f"/>
    <path d="M950 424h84l56 56v50H950z" fill="#fff"/>
    <path d="M972 442h56l34 36h-90z" fill="#e5effa"/>
    <path d="M780 456l34 34 70-72" fill="none" stroke="#fff" stroke-width="18" stroke-linecap="round"/>
    <circle cx="794" cy="538" r="38" fill="#1b1f1d"/><circle cx="794" cy="538" r="13" fill="#fff"/>
    <circle cx="1020" cy="538" r="38" fill="#1b1f1d"/><circle cx="1020" cy="538" r="13" fill="#fff"/>
  </g>
</svg>`
