-- What a crew has from partners, among the earnings of years.
create index earning_partner_idx on earning (crew_id) where kind = 'partner';
