/** Which addresses of the network are everybody's (IANA's registries of special-purpose addresses, RFC 6890). */
import { BlockList, isIP } from 'node:net'

const V4_NOT_PUBLIC = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by a carrier's customers
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the host of an Azure machine
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** Everything public lies within 2000::/3; these parts of it are not, or carry an address of the other kind. */
const V6_NOT_PUBLIC = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

const notPublic = new BlockList()
for (const [networks, family] of [[V4_NOT_PUBLIC, 'ipv4'] as const, [V6_NOT_PUBLIC, 'ipv6'] as const])
  for (const network of networks) {
    const [address, bits] = network.split('/')
    notPublic.addSubnet(address!, Number(bits), family)
  }
const everybodys = new BlockList()
everybodys.addSubnet('2000::', 3, 'ipv6')

/** False for whatever is no address. An IPv4 address in the clothes of IPv6 (`::ffff:10.0.0.1`, NAT64) is not public. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !notPublic.check(address, 'ipv4')
  return kind === 6 && everybodys.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
