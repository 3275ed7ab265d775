#!/usr/bin/env bash
# One Ceph node with its S3 gateway on the loopback interface. All data is in memory; it ends, and removes its folder, when its standard input ends.
#
#   one-node.sh <new folder> <gateway port> <monitor port> <first of 100 ports for the store>
#
# S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are the one user's. The only line on standard output is "ready", when S3 requests are answered.
set -euo pipefail

folder=$1 gateway_port=$2 monitor_port=$3 store_port=$4
mkdir "$folder"
cd "$folder"
mkdir log store gateway

# Not in the folder: who stops the tests may remove it first.
declare -A daemons

# Nothing is worth an orderly end: the data is in memory. The reader of what the shell says of killed daemons may be gone, which would end it too.
stop() {
  exec >/dev/null 2>&1
  kill -KILL "${daemons[@]}" || true
  wait
  cd /
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

fail() {
  echo "$1" >&2
  tail -n 20 log/* >&2 || true
  exit 1
}

# A daemon also dies when this script is killed in a way that it cannot notice.
with_me=()
if setpriv --pdeathsig KILL true 2>/dev/null; then with_me=(setpriv --pdeathsig KILL); fi
start() {
  local name=$1
  shift
  "${with_me[@]}" "$@" >"log/$name.out" 2>&1 </dev/null &
  daemons[$name]=$!
}

# Waits up to a number of seconds, as long as the daemon lives.
until_true() {
  local seconds=$1 name=$2
  shift 2
  for _ in $(seq $((seconds * 10))); do
    if "$@" >/dev/null 2>&1; then return; fi
    kill -0 "${daemons[$name]}" 2>/dev/null || fail "Ceph's $name has ended."
    sleep 0.1
  done
  fail "Ceph's $name was not ready after $seconds seconds."
}

cluster=$(cat /proc/sys/kernel/random/uuid)
cat >ceph.conf <<CONF
[global]
fsid = $cluster
mon host = [v1:127.0.0.1:$monitor_port]
mon initial members = a
mon data = $folder/monitor
keyring = $folder/keyring
run dir = $folder
admin socket =
log file = $folder/log/\$name.log
mon cluster log file = $folder/log/cluster.log
crash dir = $folder/crash
log to stderr = false
err to stderr = true

# Authentication stays on: without it the store's first message can come before the map and it never joins.
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false

public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms bind msgr2 = false
ms bind port min = $store_port
ms bind port max = $((store_port + 99))

# One copy on one disk that is memory.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd data = $folder/store
osd objectstore = memstore
memstore device bytes = 8589934592
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail warn = 2
mon data avail crit = 1

# A lone monitor has nobody to wait for.
paxos propose interval = 0.05
paxos min wait = 0.01

# The token service stays off: with it a wrong signature is answered AccessDenied instead of SignatureDoesNotMatch.
[client.rgw.a]
rgw data = $folder/gateway
rgw frontends = beast endpoint=127.0.0.1:$gateway_port tcp_nodelay=1
rgw dns name = localhost
rgw override bucket index max shards = 1
rgw enable usage log = false
# Each request would wake another of 512 threads.
rgw thread pool size = 32
rgw crypt require ssl = false
CONF
export CEPH_CONF=$folder/ceph.conf

new_key() {
  ceph-authtool keyring --gen-key -n "$@" >>log/keyring.out
}
ceph-authtool --create-keyring keyring >log/keyring.out
new_key mon. --cap mon 'allow *'
new_key client.admin --cap mon 'allow *' --cap osd 'allow *'
new_key osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
new_key client.rgw.a --cap mon 'allow rwx' --cap osd 'allow rwx'

monmaptool --create --fsid "$cluster" --addv a "[v1:127.0.0.1:$monitor_port]" monmap >log/monmap.out
ceph-mon --mkfs -i a --monmap monmap --keyring keyring >log/monitor-mkfs.out 2>&1 || fail "Ceph's monitor cannot be set up."
start monitor ceph-mon -f -i a

disk=$(cat /proc/sys/kernel/random/uuid)
until_true 30 monitor timeout 20 ceph osd new "$disk" 0
ceph-osd -i 0 --mkfs --osd-uuid "$disk" >log/store-mkfs.out 2>&1 || fail "Ceph's store cannot be set up."
start store ceph-osd -f -i 0
start gateway radosgw -f -n client.rgw.a
gateway_listens() { : <"/dev/tcp/127.0.0.1/$gateway_port"; }
until_true 60 gateway gateway_listens

radosgw-admin user create --uid tests --display-name tests \
  --access-key "$S3_ACCESS_KEY_ID" --secret-key "$S3_SECRET_ACCESS_KEY" >log/user.json 2>log/user.err || fail "Ceph's user cannot be made."

echo ready
read -r _ || true
