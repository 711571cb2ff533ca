<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>CheckWords</name>
    <message>
        <source>static_graph</source>
        <translation>静态图</translation>
    </message>
    <message>
        <source>adamw_8bit</source>
        <translation>8 位 AdamW</translation>
    </message>
    <message>
        <source>activation_checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>optimizer_in_backward</source>
        <translation>反向传播中更新优化器</translation>
    </message>
    <message>
        <source>offload optimizer</source>
        <translation>优化器卸载</translation>
    </message>
    <message>
        <source>offload parameters</source>
        <translation>参数卸载</translation>
    </message>
    <message>
        <source>offload activations</source>
        <translation>激活值卸载</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
</context>
<context>
    <name>Collective</name>
    <message>
        <source>token cache</source>
        <translation>词元缓存</translation>
    </message>
    <message>
        <source>list of devices</source>
        <translation>设备列表</translation>
    </message>
    <message>
        <source>feature cache</source>
        <translation>特征缓存</translation>
    </message>
    <message>
        <source>choice of the checkpoint</source>
        <translation>检查点选择</translation>
    </message>
    <message>
        <source>comparison of weights</source>
        <translation>权重比对</translation>
    </message>
    <message>
        <source>copy of the weights</source>
        <translation>权重复制</translation>
    </message>
    <message>
        <source>gradient sum</source>
        <translation>梯度求和</translation>
    </message>
    <message>
        <source>control exchange</source>
        <translation>控制信息交换</translation>
    </message>
    <message>
        <source>loss sum</source>
        <translation>损失求和</translation>
    </message>
    <message>
        <source>step figures</source>
        <translation>步骤指标汇总</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>run totals</source>
        <translation>运行总计</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>广播</translation>
    </message>
    <message>
        <source>lead</source>
        <translation>等待首进程</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>收集</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>归约散发</translation>
    </message>
    <message>
        <source>parameter gather</source>
        <translation>参数收集</translation>
    </message>
    <message>
        <source>parameter spread</source>
        <translation>参数分发</translation>
    </message>
    <message>
        <source>norm sum</source>
        <translation>范数求和</translation>
    </message>
    <message>
        <source>row sum</source>
        <translation>按行求和</translation>
    </message>
    <message>
        <source>counts of samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>embedding gather</source>
        <translation>嵌入收集</translation>
    </message>
    <message>
        <source>embedding gradient</source>
        <translation>嵌入梯度</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>hidden rows</source>
        <translation>隐藏行</translation>
    </message>
    <message>
        <source>gradient of hidden rows</source>
        <translation>隐藏行的梯度</translation>
    </message>
    <message>
        <source>export of parameters</source>
        <translation>参数导出</translation>
    </message>
    <message>
        <source>tied table</source>
        <translation>共享词表</translation>
    </message>
    <message>
        <source>gradient of the tied table</source>
        <translation>共享词表的梯度</translation>
    </message>
    <message>
        <source>products of slices</source>
        <translation>切片的乘积</translation>
    </message>
    <message>
        <source>gradients of slices</source>
        <translation>切片的梯度</translation>
    </message>
    <message>
        <source>losses of slices</source>
        <translation>切片的损失</translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>another process uses this run folder: host {}, pid {}, since {}</source>
        <translation>另一个进程正在使用该运行文件夹：主机 {}，pid {}，自 {} 起</translation>
    </message>
    <message>
        <source>watch it with: tunedesk attach {}, or choose another --run-dir</source>
        <translation>请查看它：tunedesk attach {}，或选择其他 --run-dir</translation>
    </message>
    <message>
        <source>cannot lock: {}</source>
        <translation>无法加锁：{}</translation>
    </message>
    <message>
        <source>set XDG_STATE_HOME to a folder on a local disk</source>
        <translation>请把 XDG_STATE_HOME 设为本地磁盘上的文件夹</translation>
    </message>
    <message>
        <source>the socket&apos;s path exceeds 107 bytes</source>
        <translation>套接字路径超过 107 字节</translation>
    </message>
    <message>
        <source>set XDG_RUNTIME_DIR to a shorter path</source>
        <translation>请把 XDG_RUNTIME_DIR 设为更短的路径</translation>
    </message>
    <message>
        <source>cannot find a free port for the rendezvous: {}</source>
        <translation>找不到用于会合的空闲端口：{}</translation>
    </message>
    <message>
        <source>tunedesk --no-gui resume {}</source>
        <translation>tunedesk --no-gui resume {}</translation>
    </message>
    <message>
        <source>{} was refused: {}</source>
        <translation>{} 被拒绝：{}</translation>
    </message>
    <message>
        <source>tunedesk --no-gui attach {}</source>
        <translation>tunedesk --no-gui attach {}</translation>
    </message>
    <message>
        <source>the run refused the command: {}</source>
        <translation>运行拒绝了该命令：{}</translation>
    </message>
    <message>
        <source>the run is still active</source>
        <translation>该运行仍在进行</translation>
    </message>
    <message>
        <source>tunedesk --no-gui stop {}</source>
        <translation>tunedesk --no-gui stop {}</translation>
    </message>
    <message>
        <source>another process has taken over the run folder: host {}, pid {}, since {}</source>
        <translation>另一个进程已接管该运行文件夹：主机 {}，pid {}，自 {} 起</translation>
    </message>
    <message>
        <source>the other process continues this run</source>
        <translation>请把该运行交给它</translation>
    </message>
    <message>
        <source>another process uses this run folder</source>
        <translation>另一个进程正在使用该运行文件夹</translation>
    </message>
    <message>
        <source>cannot listen on the run&apos;s socket: {}</source>
        <translation>无法监听运行的套接字：{}</translation>
    </message>
    <message>
        <source>set XDG_RUNTIME_DIR to a folder of your own on a local disk</source>
        <translation>请把 XDG_RUNTIME_DIR 设为本地磁盘上您自己的文件夹</translation>
    </message>
    <message>
        <source>cannot rename the rendezvous socket: {}</source>
        <translation>无法重命名会合套接字：{}</translation>
    </message>
    <message>
        <source>the rendezvous port {} cannot be used: {}</source>
        <translation>会合端口 {} 不可用：{}</translation>
    </message>
    <message>
        <source>set parallel.master_port to another port, or to 0 for any free one</source>
        <translation>请把 parallel.master_port 设为其他端口，或设为 0 以使用任意空闲端口</translation>
    </message>
    <message>
        <source>queue file is damaged: {}</source>
        <translation>队列文件已损坏：{}</translation>
    </message>
    <message>
        <source>move the file away to start with an empty queue</source>
        <translation>请移走该文件以开始空队列</translation>
    </message>
    <message>
        <source>this machine has no GPU &apos;{}&apos;</source>
        <translation>本机没有 GPU“{}”</translation>
    </message>
    <message>
        <source>nvidia-smi -L lists its {} GPUs</source>
        <translation>nvidia-smi -L 会列出其 {} 个 GPU</translation>
    </message>
    <message>
        <source>the run is not in the queue</source>
        <translation>该运行不在队列中</translation>
    </message>
    <message>
        <source>list the queue: tunedesk --no-gui queue list</source>
        <translation>请列出队列：tunedesk --no-gui queue list</translation>
    </message>
    <message>
        <source>the run is in the queue, at place {}</source>
        <translation>该运行在队列中，位于第 {} 位</translation>
    </message>
    <message>
        <source>tunedesk --no-gui queue remove {}</source>
        <translation>tunedesk --no-gui queue remove {}</translation>
    </message>
    <message>
        <source>a run of the recipe is already active</source>
        <translation>该配方的运行已在进行</translation>
    </message>
    <message>
        <source>a process on another machine uses this run folder: host {}, pid {}, since {}</source>
        <translation>另一台机器上的进程正在使用该运行文件夹：主机 {}，pid {}，自 {} 起</translation>
    </message>
    <message>
        <source>stop it there; if it has crashed, try again after {} s, or: tunedesk --no-gui resume {} --take-over</source>
        <translation>请在那里停止它；如果它已崩溃，请在 {} 秒后重试，或执行：tunedesk --no-gui resume {} --take-over</translation>
    </message>
    <message>
        <source>cannot read owner.json: {}</source>
        <translation>无法读取 owner.json：{}</translation>
    </message>
    <message>
        <source>the run may not use GPU {}: it has not passed its check, or CUDA_VISIBLE_DEVICES hides it</source>
        <translation>该运行不能使用 GPU {}：它没有通过检查，或被 CUDA_VISIBLE_DEVICES 隐藏</translation>
    </message>
    <message>
        <source>run tunedesk device check, or set parallel.devices to cuda</source>
        <translation>请运行 tunedesk device check，或把 parallel.devices 设为 cuda</translation>
    </message>
    <message>
        <source>the run trains on the CPU and cannot be pinned to GPUs</source>
        <translation>该运行在 CPU 上训练，不能固定到 GPU</translation>
    </message>
    <message>
        <source>set parallel.devices to cuda</source>
        <translation>请把 parallel.devices 设为 cuda</translation>
    </message>
    <message>
        <source>the preset itself lists the run&apos;s GPUs</source>
        <translation>预设本身列出了运行的 GPU</translation>
    </message>
    <message>
        <source>leave out --devices, or set parallel.devices to cuda</source>
        <translation>请不要使用 --devices，或把 parallel.devices 设为 cuda</translation>
    </message>
    <message>
        <source>the run needs {} GPUs; {} are available</source>
        <translation>该运行需要 {} 个 GPU；可用 {} 个</translation>
    </message>
    <message>
        <source>lower parallel.processes, or queue it on another machine</source>
        <translation>请减小 parallel.processes，或在其他机器上排队</translation>
    </message>
    <message>
        <source>cannot read the queue: {}</source>
        <translation>无法读取队列：{}</translation>
    </message>
    <message>
        <source>make the file readable, or move it away to start with an empty queue</source>
        <translation>请让文件可读，或移走它以开始空队列</translation>
    </message>
    <message>
        <source>rank {} exited with code {} without reporting a reason; last line of its log: &quot;{}&quot;</source>
        <translation>进程 {} 以退出码 {} 结束，没有报告原因；其日志的最后一行：“{}”</translation>
    </message>
    <message>
        <source>read {}</source>
        <translation>请阅读 {}</translation>
    </message>
    <message>
        <source>the rendezvous port {} is not free: {}</source>
        <translation>会合端口 {} 不可用：{}</translation>
    </message>
    <message>
        <source>choose another port</source>
        <translation>请选择其他端口</translation>
    </message>
    <message>
        <source>cannot read the file in {}: {}</source>
        <translation>无法读取 {} 指定的文件：{}</translation>
    </message>
    <message>
        <source>correct {}</source>
        <translation>请更正 {}</translation>
    </message>
    <message>
        <source>Parquet files are not supported</source>
        <translation>不支持 Parquet 文件</translation>
    </message>
    <message>
        <source>convert it, here with pandas: python -c &quot;import pandas; pandas.read_parquet(&apos;{}&apos;).to_csv(&apos;{}&apos;, index=False)&quot;</source>
        <translation>请先转换，例如用 pandas：python -c &quot;import pandas; pandas.read_parquet(&apos;{}&apos;).to_csv(&apos;{}&apos;, index=False)&quot;</translation>
    </message>
    <message>
        <source>{} of {} rows cannot be used ({})</source>
        <translation>{} 行不可用，共 {} 行（{}）</translation>
    </message>
    <message>
        <source>correct them, or leave them out with data.bad_rows: skip</source>
        <translation>请更正它们，或用 data.bad_rows: skip 忽略它们</translation>
    </message>
    <message>
        <source>cannot read the file: {}</source>
        <translation>无法读取文件：{}</translation>
    </message>
    <message>
        <source>check the path</source>
        <translation>请检查路径</translation>
    </message>
    <message>
        <source>column {} is missing; the file has {}</source>
        <translation>缺少列 {}；文件中有 {}</translation>
    </message>
    <message>
        <source>set data.text_column, data.text_pair_column and data.label_column to columns of the file</source>
        <translation>请把 data.text_column、data.text_pair_column 和 data.label_column 设为文件中的列</translation>
    </message>
    <message>
        <source>file name and contents disagree: the contents are {}</source>
        <translation>文件名与内容不符：内容为 {}</translation>
    </message>
    <message>
        <source>cannot decompress the file: {}</source>
        <translation>无法解压文件：{}</translation>
    </message>
    <message>
        <source>decompress the file yourself and inspect it</source>
        <translation>请自行解压并检查该文件</translation>
    </message>
    <message>
        <source>file is {}, not UTF-8</source>
        <translation>文件是 {}，而不是 UTF-8</translation>
    </message>
    <message>
        <source>convert it: iconv -f {} -t UTF-8 OLD &gt; NEW</source>
        <translation>请转换：iconv -f {} -t UTF-8 OLD &gt; NEW</translation>
    </message>
    <message>
        <source>unusable header: {}</source>
        <translation>表头不可用：{}</translation>
    </message>
    <message>
        <source>correct the first line: one name a column</source>
        <translation>请更正第一行：每列一个名称</translation>
    </message>
    <message>
        <source>file has no rows</source>
        <translation>文件中没有行</translation>
    </message>
    <message>
        <source>give a file with rows</source>
        <translation>请提供有数据行的文件</translation>
    </message>
    <message>
        <source>no row has a number as its label; line {} has {}</source>
        <translation>没有任何行以数字为标签；第 {} 行为 {}</translation>
    </message>
    <message>
        <source>name the column with the numbers, or use task: text-classification</source>
        <translation>请指定数字所在的列，或使用 task: text-classification</translation>
    </message>
    <message>
        <source>the data file changed since the run read it: {} bytes then, {} now</source>
        <translation>运行读取之后数据文件已改变：当时 {} 字节，现在 {} 字节</translation>
    </message>
    <message>
        <source>restore the file, or start a new run with it (resume --allow-change accepts it)</source>
        <translation>请还原该文件，或用它开始新的运行（resume --allow-change 可接受改变）</translation>
    </message>
    <message>
        <source>labels mix names and numbers: {} in line {}, {} in line {}</source>
        <translation>标签混用了名称和数字：{} 在第 {} 行，{} 在第 {} 行</translation>
    </message>
    <message>
        <source>write all labels as names or all as numbers</source>
        <translation>请把所有标签都写成名称或都写成数字</translation>
    </message>
    <message>
        <source>all {} training rows have the same labels ({}); there is nothing to learn</source>
        <translation>全部 {} 个训练行的标签相同（{}）；没有可学的内容</translation>
    </message>
    <message>
        <source>check data.label_column and data.label_separator</source>
        <translation>请检查 data.label_column 和 data.label_separator</translation>
    </message>
    <message>
        <source>the training data has no rows</source>
        <translation>训练数据没有行</translation>
    </message>
    <message>
        <source>unknown label {}; the training data has {}</source>
        <translation>未知标签 {}；训练数据中有 {}</translation>
    </message>
    <message>
        <source>correct the label, add training rows of its class, or skip such validation and test rows with data.bad_rows: skip</source>
        <translation>请更正标签，为训练数据增加该类别的行，或用 data.bad_rows: skip 忽略验证集和测试集中的这些行</translation>
    </message>
    <message>
        <source>labels {} and {} are the same number in two notations</source>
        <translation>标签 {} 和 {} 是同一个数字的两种写法</translation>
    </message>
    <message>
        <source>write each class in one notation</source>
        <translation>请每个类别只用一种写法</translation>
    </message>
    <message>
        <source>cannot split one file into {} for validation and {} for the test</source>
        <translation>无法从一个文件中划分出 {} 用于验证、{} 用于测试</translation>
    </message>
    <message>
        <source>use fractions of at least 0 whose sum is below 1</source>
        <translation>请使用不小于 0 且总和小于 1 的比例</translation>
    </message>
    <message>
        <source>{} different labels in {} rows are not classes</source>
        <translation>{} 个不同的标签分布在 {} 行中，不构成类别</translation>
    </message>
    <message>
        <source>check data.label_column</source>
        <translation>请检查 data.label_column</translation>
    </message>
    <message>
        <source>cannot change the label: {}</source>
        <translation>无法修改标签：{}</translation>
    </message>
    <message>
        <source>correct the label in the file itself</source>
        <translation>请在文件中直接更正标签</translation>
    </message>
    <message>
        <source>the file differs from the one that the run tested: the text here has changed</source>
        <translation>该文件不是运行所测试的文件：此处文本不同</translation>
    </message>
    <message>
        <source>restore the tested file, or run again and correct the labels in the new report</source>
        <translation>请还原被测试的文件，或重新运行并更正其报告</translation>
    </message>
    <message>
        <source>file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>choose a file with rows</source>
        <translation>请选择有数据行的文件</translation>
    </message>
    <message>
        <source>cannot read the line: {}</source>
        <translation>无法读取该行：{}</translation>
    </message>
    <message>
        <source>no line is a JSON object</source>
        <translation>没有任何一行是 JSON 对象</translation>
    </message>
    <message>
        <source>write one object per line</source>
        <translation>请每行写一个对象</translation>
    </message>
    <message>
        <source>{} different numbers in {} rows are not classes</source>
        <translation>{} 个不同的数字分布在 {} 行中，不构成类别</translation>
    </message>
    <message>
        <source>use task: regression to learn numbers, or check data.label_column</source>
        <translation>请用 task: regression 学习数值，或检查 data.label_column</translation>
    </message>
    <message>
        <source>column {} is missing (did you mean {}?); the file has {}</source>
        <translation>缺少列 {}（是否指 {}？）；文件中有 {}</translation>
    </message>
    <message>
        <source>column {} is missing; the header is separated by tabs</source>
        <translation>缺少列 {}；表头以制表符分隔</translation>
    </message>
    <message>
        <source>use the extension .tsv for the file</source>
        <translation>请把文件的扩展名改为 .tsv</translation>
    </message>
    <message>
        <source>column {} is missing; the header is separated by semicolons</source>
        <translation>缺少列 {}；表头以分号分隔</translation>
    </message>
    <message>
        <source>save the file with commas</source>
        <translation>请用逗号分隔保存文件</translation>
    </message>
    <message>
        <source>the data file was removed after the run read it: {}</source>
        <translation>运行读取之后数据文件已消失：{}</translation>
    </message>
    <message>
        <source>no row of the data is affected any more</source>
        <translation>数据中已没有受影响的行</translation>
    </message>
    <message>
        <source>check the preset again</source>
        <translation>请重新检查预设</translation>
    </message>
    <message>
        <source>the data file changed since the run read it: its hash was {} and is {}</source>
        <translation>运行读取之后数据文件已改变：哈希值当时为 {}，现在为 {}</translation>
    </message>
    <message>
        <source>the predictions have no line numbers of the data file</source>
        <translation>预测没有指明文件的行</translation>
    </message>
    <message>
        <source>file is a zip archive or a spreadsheet</source>
        <translation>文件是 zip 压缩包或电子表格</translation>
    </message>
    <message>
        <source>unpack it, or export the sheet as CSV</source>
        <translation>请解包，或把工作表导出为 CSV</translation>
    </message>
    <message>
        <source>file is compressed with bzip2 or xz, which is not supported</source>
        <translation>文件用 bzip2 或 xz 压缩，不受支持</translation>
    </message>
    <message>
        <source>decompress it, or use gzip or zstd</source>
        <translation>请解压，或使用 gzip 或 zstd</translation>
    </message>
    <message>
        <source>file name does not show the format of the rows</source>
        <translation>无法从文件名得知行的格式</translation>
    </message>
    <message>
        <source>use the extension .csv, .tsv, .jsonl or .json, with .gz or .zst after it for a compressed file</source>
        <translation>请使用扩展名 .csv、.tsv、.jsonl 或 .json，压缩文件再加 .gz 或 .zst</translation>
    </message>
    <message>
        <source>file changed while it was being read</source>
        <translation>读取期间文件被写入</translation>
    </message>
    <message>
        <source>wait until it is complete and start again</source>
        <translation>请等待写入完成后重新开始</translation>
    </message>
    <message>
        <source>give a header line and rows below it</source>
        <translation>请提供表头行，并在其下给出数据行</translation>
    </message>
    <message>
        <source>the training data has no labels</source>
        <translation>训练数据没有标签</translation>
    </message>
    <message>
        <source>set data.label_column</source>
        <translation>请设置 data.label_column</translation>
    </message>
    <message>
        <source>all {} training rows have the label {}; there is nothing to learn</source>
        <translation>全部 {} 个训练行的标签都是 {}；没有可学的内容</translation>
    </message>
    <message>
        <source>provide rows of at least two classes, and check data.label_column</source>
        <translation>请提供至少两个类别的行，并检查 data.label_column</translation>
    </message>
    <message>
        <source>no rows are left: no training row has any of the file&apos;s labels</source>
        <translation>没有剩下任何行：没有训练行带有该文件的标签</translation>
    </message>
    <message>
        <source>no finding has the ID {}</source>
        <translation>没有 ID 为 {} 的检查结果</translation>
    </message>
    <message>
        <source>all {} training rows have the number {}; there is nothing to learn</source>
        <translation>全部 {} 个训练行的数字都是 {}；没有可学的内容</translation>
    </message>
    <message>
        <source>check which column has the numbers</source>
        <translation>请检查哪一列是数字</translation>
    </message>
    <message>
        <source>the {} split is empty: {} of {} rows</source>
        <translation>{} 划分为空：{}，共 {} 行</translation>
    </message>
    <message>
        <source>give more rows or a larger fraction; at least one row of each class stays in training</source>
        <translation>请提供更多行或更大的比例：每个类别至少有一行留在训练集</translation>
    </message>
    <message>
        <source>no rows are left: {} of {} rows cannot be used ({})</source>
        <translation>没有剩下任何行：{} 行不可用，共 {} 行（{}）</translation>
    </message>
    <message>
        <source>correct the file</source>
        <translation>请更正文件</translation>
    </message>
    <message>
        <source>no text column is set</source>
        <translation>没有设置文本列</translation>
    </message>
    <message>
        <source>set data.text_column</source>
        <translation>请设置 data.text_column</translation>
    </message>
    <message>
        <source>data.split_file lists no {} rows</source>
        <translation>data.split_file 没有列出 {} 行</translation>
    </message>
    <message>
        <source>list some, or use evaluation.strategy: no</source>
        <translation>请列出一些，或使用 evaluation.strategy: no</translation>
    </message>
    <message>
        <source>prediction has {} probabilities for {} labels</source>
        <translation>预测有 {} 个概率，对应 {} 个标签</translation>
    </message>
    <message>
        <source>prediction has {} probabilities and label {} for {} classes</source>
        <translation>预测有 {} 个概率和标签 {}，对应 {} 个类别</translation>
    </message>
    <message>
        <source>{} numbers for {} predictions</source>
        <translation>{} 个数值对应 {} 个预测</translation>
    </message>
    <message>
        <source>the corrected table has other rows than its source</source>
        <translation>更正后的表与其来源的行不同</translation>
    </message>
    <message>
        <source>correct the labels in the file itself</source>
        <translation>请在文件中直接更正标签</translation>
    </message>
    <message>
        <source>files have changed since they were read</source>
        <translation>读取之后文件已改变</translation>
    </message>
    <message>
        <source>wait until they are read again, then retry</source>
        <translation>请在读取完成后重试</translation>
    </message>
    <message>
        <source>{} class names for {} classes</source>
        <translation>{} 个类别名称对应 {} 个类别</translation>
    </message>
    <message>
        <source>cannot read the split file: {}</source>
        <translation>无法读取划分文件：{}</translation>
    </message>
    <message>
        <source>no used row begins in line {} of {}</source>
        <translation>第 {} 行没有使用中的行（{}）</translation>
    </message>
    <message>
        <source>use the split file that was written for this table, or clear data.split_file</source>
        <translation>请使用为该表写的划分文件，或清空 data.split_file</translation>
    </message>
    <message>
        <source>data.split_file lists {} rows, but data.{} also names a file for them</source>
        <translation>data.split_file 列出了 {} 行，而 data.{} 又指定了它们的文件</translation>
    </message>
    <message>
        <source>remove data.{}, or list those rows as train</source>
        <translation>请删除 data.{}，或把这些行列为 train</translation>
    </message>
    <message>
        <source>cannot keep the run&apos;s split: its preset now selects other test rows than the run tested</source>
        <translation>无法保持运行的划分：其预设从文件中取出的测试行与运行所测试的不同</translation>
    </message>
    <message>
        <source>restore the file, or run again and correct the labels in the new report</source>
        <translation>请还原该文件，或重新运行并更正其报告</translation>
    </message>
    <message>
        <source>not a split file: the first line is not line,split</source>
        <translation>不是划分文件：第一行不是 line,split</translation>
    </message>
    <message>
        <source>write the columns line and split, or clear data.split_file</source>
        <translation>请写出 line 和 split 两列，或清空 data.split_file</translation>
    </message>
    <message>
        <source>not a line number and train, validation or test</source>
        <translation>不是行号加 train、validation 或 test</translation>
    </message>
    <message>
        <source>correct the line, as in: 2,train</source>
        <translation>请更正该行，例如：2,train</translation>
    </message>
    <message>
        <source>line {} is listed twice</source>
        <translation>第 {} 行列出了两次</translation>
    </message>
    <message>
        <source>list each row once</source>
        <translation>请每行只列一次</translation>
    </message>
    <message>
        <source>the row in line {} of {} is missing in the split file</source>
        <translation>第 {} 行（{}）不在划分文件中</translation>
    </message>
    <message>
        <source>list every row, or clear data.split_file</source>
        <translation>请列出每一行，或清空 data.split_file</translation>
    </message>
    <message>
        <source>class ID outside 0 to {}: true {}, predicted {}</source>
        <translation>类别 ID 不在 0 到 {} 之间：真实 {}，预测 {}</translation>
    </message>
    <message>
        <source>{} class weights for {} classes</source>
        <translation>{} 个类别权重对应 {} 个类别</translation>
    </message>
    <message>
        <source>give one weight a class</source>
        <translation>请为每个类别给出一个权重</translation>
    </message>
    <message>
        <source>the training data does not fill one batch</source>
        <translation>训练数据不足一个批次</translation>
    </message>
    <message>
        <source>use smaller batches, or keep the last one</source>
        <translation>请使用更小的批次，或保留最后一个批次</translation>
    </message>
    <message>
        <source>loss or gradients are not finite</source>
        <translation>损失或梯度不是有限值</translation>
    </message>
    <message>
        <source>lower training.learning_rate, or set training.max_grad_norm, in the run&apos;s preset.yaml, and resume with --allow-change; if no checkpoint is left, run again</source>
        <translation>请在运行的 preset.yaml 中降低 training.learning_rate 或设置 training.max_grad_norm，然后用 --allow-change 恢复；如果没有检查点，请重新运行</translation>
    </message>
    <message>
        <source>there is no checkpoint to rewind to</source>
        <translation>没有可以退回的检查点</translation>
    </message>
    <message>
        <source>set checkpoint.every_n_steps lower, or training.on_nonfinite to skip</source>
        <translation>请减小 checkpoint.every_n_steps，或把 training.on_nonfinite 设为 skip</translation>
    </message>
    <message>
        <source>the model&apos;s loss on the test rows is not finite</source>
        <translation>模型在测试行上的损失不是有限值</translation>
    </message>
    <message>
        <source>run again with a lower training.learning_rate, or with training.max_grad_norm</source>
        <translation>请用更低的 training.learning_rate 或用 training.max_grad_norm 重新运行</translation>
    </message>
    <message>
        <source>the model&apos;s weights are not finite</source>
        <translation>模型的权重不是有限值</translation>
    </message>
    <message>
        <source>loss or gradients were not finite {} steps in a row</source>
        <translation>损失或梯度连续 {} 步不是有限值</translation>
    </message>
    <message>
        <source>config.json is missing in the model folder</source>
        <translation>模型文件夹中缺少 config.json</translation>
    </message>
    <message>
        <source>set model.path to a Hugging Face folder</source>
        <translation>请把 model.path 设为 Hugging Face 文件夹</translation>
    </message>
    <message>
        <source>the run folder is not safe to write into: {}</source>
        <translation>向该运行文件夹写入不安全：{}</translation>
    </message>
    <message>
        <source>remove the entry, or copy the run with its links resolved (cp -rL) and use the copy</source>
        <translation>请删除该条目，或解析链接后复制整个运行（cp -rL）并使用副本</translation>
    </message>
    <message>
        <source>cannot read a file of the run: {}</source>
        <translation>无法读取运行的文件：{}</translation>
    </message>
    <message>
        <source>not a predictions file: {}</source>
        <translation>不是预测文件：{}</translation>
    </message>
    <message>
        <source>tunedesk resume writes the file again</source>
        <translation>tunedesk resume 会重新写出该文件</translation>
    </message>
    <message>
        <source>cannot read metrics.csv: {}</source>
        <translation>无法读取 metrics.csv：{}</translation>
    </message>
    <message>
        <source>cannot read the other program&apos;s run: {}</source>
        <translation>无法读取其他程序的运行：{}</translation>
    </message>
    <message>
        <source>not a Trainer state: the list log_history is missing</source>
        <translation>不是 Trainer 的状态：缺少列表 log_history</translation>
    </message>
    <message>
        <source>neither {} nor {}</source>
        <translation>既不是 {} 也不是 {}</translation>
    </message>
    <message>
        <source>open the file that Lightning&apos;s CSVLogger or the Hugging Face Trainer wrote</source>
        <translation>请打开 Lightning 的 CSVLogger 或 Hugging Face Trainer 写出的文件</translation>
    </message>
    <message>
        <source>cannot read the tokenizer: {}</source>
        <translation>无法读取分词器：{}</translation>
    </message>
    <message>
        <source>damaged tokenizer: {}</source>
        <translation>分词器已损坏：{}</translation>
    </message>
    <message>
        <source>fetch the model again</source>
        <translation>请重新获取模型</translation>
    </message>
    <message>
        <source>unsupported tokenizer: {}</source>
        <translation>不支持的分词器：{}</translation>
    </message>
    <message>
        <source>use a model with a supported tokenizer, such as BERT, RoBERTa, GPT-2, Llama or Qwen2; if a regular expression takes too long, shorten the longest texts</source>
        <translation>请使用带受支持分词器的模型，例如 BERT、RoBERTa、GPT-2、Llama 或 Qwen2；如果正则表达式耗时过长，请缩短最长的文本</translation>
    </message>
    <message>
        <source>split_special_tokens is not supported</source>
        <translation>不支持 split_special_tokens</translation>
    </message>
    <message>
        <source>set it to false in tokenizer_config.json</source>
        <translation>请在 tokenizer_config.json 中把它设为 false</translation>
    </message>
    <message>
        <source>added_tokens.json holds tokens that tokenizer_config.json does not describe</source>
        <translation>added_tokens.json 中有 tokenizer_config.json 没有描述的词元</translation>
    </message>
    <message>
        <source>save the tokenizer again with transformers: it then writes tokenizer.json</source>
        <translation>请用 transformers 重新保存分词器：它会写出 tokenizer.json</translation>
    </message>
    <message>
        <source>added_tokens.json assigns IDs in another order than the tokens&apos; roles</source>
        <translation>added_tokens.json 的 ID 顺序与词元的角色不一致</translation>
    </message>
    <message>
        <source>tokenizer is missing in the folder</source>
        <translation>文件夹中缺少分词器</translation>
    </message>
    <message>
        <source>add tokenizer.json, or vocab.txt or vocab.json and merges.txt with tokenizer_config.json</source>
        <translation>请加入 tokenizer.json，或 vocab.txt，或 vocab.json 和 merges.txt，以及 tokenizer_config.json</translation>
    </message>
    <message>
        <source>max_length {} exceeds the model&apos;s {} positions</source>
        <translation>max_length {} 超过模型的 {} 个位置</translation>
    </message>
    <message>
        <source>set data.max_length to {} or less</source>
        <translation>请把 data.max_length 设为 {} 或更小</translation>
    </message>
    <message>
        <source>tokenizer has {} tokens; the model has {}</source>
        <translation>分词器有 {} 个词元；模型有 {} 个</translation>
    </message>
    <message>
        <source>use the tokenizer that belongs to the model</source>
        <translation>请使用属于该模型的分词器</translation>
    </message>
    <message>
        <source>set it to {} or less</source>
        <translation>请设为 {} 或更小</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has pickled weights, which can run code and are not read</source>
        <translation>“{}”中是 pickle 格式的权重，可能运行代码，因此不会读取</translation>
    </message>
    <message>
        <source>convert it where you trust it: python -c &quot;import torch, safetensors.torch as s; s.save_file({k: v.clone().contiguous() for k, v in torch.load(&apos;pytorch_model.bin&apos;, weights_only=True).items()}, &apos;model.safetensors&apos;, {&apos;format&apos;: &apos;pt&apos;})&quot;</source>
        <translation>请在您信任它的地方转换：python -c &quot;import torch, safetensors.torch as s; s.save_file({k: v.clone().contiguous() for k, v in torch.load(&apos;pytorch_model.bin&apos;, weights_only=True).items()}, &apos;model.safetensors&apos;, {&apos;format&apos;: &apos;pt&apos;})&quot;</translation>
    </message>
    <message>
        <source>cannot read the model folder: {}</source>
        <translation>无法读取模型文件夹：{}</translation>
    </message>
    <message>
        <source>file of {} bytes has no safetensors header</source>
        <translation>{} 字节的文件没有 safetensors 文件头</translation>
    </message>
    <message>
        <source>fetch the file again; it is damaged or not a safetensors file</source>
        <translation>请重新获取该文件；它已损坏或不是 safetensors 文件</translation>
    </message>
    <message>
        <source>invalid safetensors header: {}</source>
        <translation>无效的 safetensors 文件头：{}</translation>
    </message>
    <message>
        <source>invalid tensor entry: {}</source>
        <translation>无效的张量条目：{}</translation>
    </message>
    <message>
        <source>invalid tensor size: {}</source>
        <translation>无效的张量大小：{}</translation>
    </message>
    <message>
        <source>invalid data_offsets: {}</source>
        <translation>无效的 data_offsets：{}</translation>
    </message>
    <message>
        <source>invalid header: {}</source>
        <translation>无效的文件头：{}</translation>
    </message>
    <message>
        <source>invalid metadata: {}</source>
        <translation>无效的元数据：{}</translation>
    </message>
    <message>
        <source>there is no tensor &quot;{}&quot;</source>
        <translation>没有张量“{}”</translation>
    </message>
    <message>
        <source>weight index is damaged: {}</source>
        <translation>权重索引已损坏：{}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a plain file name</source>
        <translation>“{}”不是单纯的文件名</translation>
    </message>
    <message>
        <source>the link points outside the model folder, to {}</source>
        <translation>该链接指向模型文件夹之外：{}</translation>
    </message>
    <message>
        <source>put the file itself into the folder</source>
        <translation>请把文件本身放入该文件夹</translation>
    </message>
    <message>
        <source>model.safetensors and model.safetensors.index.json are missing in the model folder</source>
        <translation>模型文件夹中缺少 model.safetensors 和 model.safetensors.index.json</translation>
    </message>
    <message>
        <source>fetch the model&apos;s safetensors files into the folder</source>
        <translation>请把模型的 safetensors 文件取到该文件夹</translation>
    </message>
    <message>
        <source>model.safetensors and model.safetensors.index.json are missing in the model folder (it has &quot;{}&quot;)</source>
        <translation>模型文件夹中缺少 model.safetensors 和 model.safetensors.index.json（有“{}”）</translation>
    </message>
    <message>
        <source>cannot write the tensor: {}</source>
        <translation>无法写出张量：{}</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>the shard&apos;s name &quot;{}&quot; is not a plain file name</source>
        <translation>分片名“{}”不是单纯的文件名</translation>
    </message>
    <message>
        <source>put shards beside the index and name them *.safetensors</source>
        <translation>请把分片放在索引旁边，并命名为 *.safetensors</translation>
    </message>
    <message>
        <source>the index lists tensor &quot;{}&quot;, which is not in its shard</source>
        <translation>索引列出了张量“{}”，但它不在其分片中</translation>
    </message>
    <message>
        <source>fetch the shard and the index again</source>
        <translation>请重新获取分片和索引</translation>
    </message>
    <message>
        <source>cannot read the model&apos;s configuration: {}</source>
        <translation>无法读取模型配置：{}</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}：{}</translation>
    </message>
    <message>
        <source>correct the model&apos;s config.json</source>
        <translation>请更正模型的 config.json</translation>
    </message>
    <message>
        <source>hidden_size {} is not a multiple of num_attention_heads {}</source>
        <translation>hidden_size {} 不是 num_attention_heads {} 的整数倍</translation>
    </message>
    <message>
        <source>give a Hugging Face model folder</source>
        <translation>请提供 Hugging Face 模型文件夹</translation>
    </message>
    <message>
        <source>a label&apos;s name is not valid UTF-8</source>
        <translation>标签名称不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>two tensors have the name &quot;{}&quot;</source>
        <translation>两个张量同名：“{}”</translation>
    </message>
    <message>
        <source>header would exceed what readers accept</source>
        <translation>文件头会超过读取程序可接受的大小</translation>
    </message>
    <message>
        <source>header size of {} bytes does not fit a file of {} bytes</source>
        <translation>文件头大小 {} 字节与 {} 字节的文件不符</translation>
    </message>
    <message>
        <source>header exceeds {} bytes</source>
        <translation>文件头超过 {} 字节</translation>
    </message>
    <message>
        <source>weight has shape [{}]; the model needs [{}]</source>
        <translation>权重的形状为 [{}]；模型需要 [{}]</translation>
    </message>
    <message>
        <source>check config.json</source>
        <translation>请检查 config.json</translation>
    </message>
    <message>
        <source>weights belong to another model: no weight has a name that this model uses</source>
        <translation>权重属于其他模型：没有一个名称属于该模型</translation>
    </message>
    <message>
        <source>check model.path, or set model.init: random</source>
        <translation>请检查 model.path，或设置 model.init: random</translation>
    </message>
    <message>
        <source>weights of dtype {} are not supported</source>
        <translation>不支持 dtype 为 {} 的权重</translation>
    </message>
    <message>
        <source>convert them to F32</source>
        <translation>请转换为 F32</translation>
    </message>
    <message>
        <source>attention heads with {} columns are not supported; the limit is {}</source>
        <translation>不支持 {} 列的注意力头；上限为 {}</translation>
    </message>
    <message>
        <source>use a model with smaller heads</source>
        <translation>请使用注意力头更小的模型</translation>
    </message>
    <message>
        <source>model has no classification head: it is not fine-tuned yet</source>
        <translation>模型没有分类头：尚未微调</translation>
    </message>
    <message>
        <source>fine-tune it with tunedesk run, then predict with RUN/best</source>
        <translation>请用 tunedesk run 微调，然后用 RUN/best 预测</translation>
    </message>
    <message>
        <source>no such run or model folder</source>
        <translation>没有该运行或模型文件夹</translation>
    </message>
    <message>
        <source>the model folder&apos;s weights are not finite</source>
        <translation>模型文件夹的权重不是有限值</translation>
    </message>
    <message>
        <source>fetch the model again, or train from another folder</source>
        <translation>请重新获取模型，或从其他文件夹训练</translation>
    </message>
    <message>
        <source>the run has no model yet</source>
        <translation>该运行还没有模型</translation>
    </message>
    <message>
        <source>wait for its first evaluation, or resume it</source>
        <translation>请等待首次评估，或恢复运行</translation>
    </message>
    <message>
        <source>the model&apos;s classification head has {} classes; the data has {}</source>
        <translation>模型的分类头有 {} 个类别；数据有 {} 个</translation>
    </message>
    <message>
        <source>the folder was fine-tuned for other labels: set model.ignore_mismatched_sizes: true to re-initialize its head</source>
        <translation>该文件夹是为其他标签微调的：请设置 model.ignore_mismatched_sizes: true 以重新初始化其分类头</translation>
    </message>
    <message>
        <source>pairs of texts need {} type IDs; the model&apos;s table has {} (type_vocab_size)</source>
        <translation>文本对需要 {} 个类型 ID；模型的表有 {} 个（type_vocab_size）</translation>
    </message>
    <message>
        <source>use single texts, or a model with two type IDs</source>
        <translation>请使用单个文本，或有两个类型 ID 的模型</translation>
    </message>
    <message>
        <source>{} special tokens do not fit into the model&apos;s {} positions</source>
        <translation>{} 个特殊词元放不进模型的 {} 个位置</translation>
    </message>
    <message>
        <source>use another model</source>
        <translation>请使用其他模型</translation>
    </message>
    <message>
        <source>the model&apos;s problem_type is {} with {} outputs, which is not supported</source>
        <translation>模型的 problem_type 为 {}，有 {} 个输出，不受支持</translation>
    </message>
    <message>
        <source>use a model of single_label_classification, of multi_label_classification, or of regression with one output</source>
        <translation>请使用 single_label_classification、multi_label_classification 或单输出 regression 的模型</translation>
    </message>
    <message>
        <source>the model&apos;s outputs are not finite</source>
        <translation>模型的输出不是有限值</translation>
    </message>
    <message>
        <source>check the model&apos;s weights</source>
        <translation>请检查模型的权重</translation>
    </message>
    <message>
        <source>texts need {} type IDs; the model&apos;s table has {} (type_vocab_size)</source>
        <translation>文本需要 {} 个类型 ID；模型的表有 {} 个（type_vocab_size）</translation>
    </message>
    <message>
        <source>classification head is not a matrix</source>
        <translation>分类头不是矩阵</translation>
    </message>
    <message>
        <source>check the model folder</source>
        <translation>请检查模型文件夹</translation>
    </message>
    <message>
        <source>weights are missing in the model folder</source>
        <translation>模型文件夹中缺少权重</translation>
    </message>
    <message>
        <source>use a folder that a run wrote</source>
        <translation>请使用某次运行写出的文件夹</translation>
    </message>
    <message>
        <source>cannot read the manifest: {}</source>
        <translation>无法读取清单：{}</translation>
    </message>
    <message>
        <source>manifest is damaged: {}</source>
        <translation>清单已损坏：{}</translation>
    </message>
    <message>
        <source>file is missing; its hash was {}</source>
        <translation>文件缺失；其哈希值为 {}</translation>
    </message>
    <message>
        <source>file is damaged: {} bytes with hash {} instead of {} bytes with hash {}</source>
        <translation>文件已损坏：{} 字节、哈希值 {}，应为 {} 字节、哈希值 {}</translation>
    </message>
    <message>
        <source>cannot read the checkpoint&apos;s file: {}</source>
        <translation>无法读取检查点的文件：{}</translation>
    </message>
    <message>
        <source>manifest has version {}; this program reads versions 1 to {}</source>
        <translation>清单的版本为 {}；本程序可读取版本 1 到 {}</translation>
    </message>
    <message>
        <source>use the program that wrote it, or a newer one</source>
        <translation>请使用写出它的程序或更新的版本</translation>
    </message>
    <message>
        <source>manifest is damaged: tensor &quot;{}&quot;: {}</source>
        <translation>清单已损坏：张量“{}”：{}</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is damaged: {}</source>
        <translation>检查点的状态已损坏：{}</translation>
    </message>
    <message>
        <source>resume from an earlier checkpoint</source>
        <translation>请从更早的检查点恢复</translation>
    </message>
    <message>
        <source>checkpoint has no tensor of this name and shape</source>
        <translation>检查点没有该名称和形状的张量</translation>
    </message>
    <message>
        <source>resume with the preset the run was started with</source>
        <translation>请用启动该运行时的预设恢复</translation>
    </message>
    <message>
        <source>cannot read the checkpoint&apos;s state: {}</source>
        <translation>无法读取检查点的状态：{}</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s tensor has type {}, not {}</source>
        <translation>检查点的张量类型为 {}，而不是 {}</translation>
    </message>
    <message>
        <source>resume with the precision.params that the run was started with</source>
        <translation>请用启动该运行时的 precision.params 恢复</translation>
    </message>
    <message>
        <source>file contents differ from the manifest for this tensor</source>
        <translation>该张量的文件内容与清单不一致</translation>
    </message>
    <message>
        <source>resume from another checkpoint</source>
        <translation>请从其他检查点恢复</translation>
    </message>
    <message>
        <source>the checkpoint has version {}; this program reads version {}</source>
        <translation>检查点的版本为 {}；本程序可读取版本 {}</translation>
    </message>
    <message>
        <source>resume with the program that wrote it</source>
        <translation>请用写出它的程序恢复</translation>
    </message>
    <message>
        <source>checkpoint has {} tensors; the model has {}</source>
        <translation>检查点有 {} 个张量；模型有 {} 个</translation>
    </message>
    <message>
        <source>resume with the model folder the run was started with</source>
        <translation>请用启动该运行时的模型文件夹恢复</translation>
    </message>
    <message>
        <source>the run has changed: {}</source>
        <translation>运行已改变：{}</translation>
    </message>
    <message>
        <source>undo the change, or resume with --allow-change</source>
        <translation>请撤销改变，或用 --allow-change 恢复</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is damaged: &quot;{}&quot; is out of range</source>
        <translation>检查点的状态已损坏：“{}”超出范围</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is of step {}</source>
        <translation>检查点的状态属于第 {} 步</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is damaged: it has passed {} epochs and {} samples; the run has {} epochs of {} rows</source>
        <translation>检查点的状态已损坏：已过 {} 轮和 {} 个样本；运行有 {} 轮，每轮 {} 行</translation>
    </message>
    <message>
        <source>ranks or batches were changed {} times in epoch {}</source>
        <translation>进程数或批次在第 {} 次改变后又改变（第 {} 轮）</translation>
    </message>
    <message>
        <source>finish the epoch with the ranks and batches of the checkpoint</source>
        <translation>请用该检查点的进程数和批次完成这一轮</translation>
    </message>
    <message>
        <source>not an event: {}</source>
        <translation>不是事件：{}</translation>
    </message>
    <message>
        <source>message of {} bytes exceeds the frame limit of {} bytes</source>
        <translation>{} 字节的消息超过帧上限 {} 字节</translation>
    </message>
    <message>
        <source>the Step event has no &quot;{}&quot;</source>
        <translation>Step 事件缺少“{}”</translation>
    </message>
    <message>
        <source>exit.json is damaged: {}</source>
        <translation>exit.json 已损坏：{}</translation>
    </message>
    <message>
        <source>remove the file and resume the run</source>
        <translation>请删除该文件并恢复运行</translation>
    </message>
    <message>
        <source>cannot reach the supervisor: {}</source>
        <translation>无法连接监督进程：{}</translation>
    </message>
    <message>
        <source>start the run with `tunedesk --no-gui run` or `resume`</source>
        <translation>请用 `tunedesk --no-gui run` 或 `resume` 启动该运行</translation>
    </message>
    <message>
        <source>cannot identify the peer of the socket: {}</source>
        <translation>无法识别套接字的对端：{}</translation>
    </message>
    <message>
        <source>cannot write to the process that reads the predictions: {}</source>
        <translation>读取预测的一方已消失：{}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; of the Step event has another type</source>
        <translation>Step 事件的“{}”类型不对</translation>
    </message>
    <message>
        <source>cannot create the channel&apos;s descriptor: {}</source>
        <translation>无法创建通道的描述符：{}</translation>
    </message>
    <message>
        <source>the supervisor sent an invalid message: {}</source>
        <translation>监督进程发来无效消息：{}</translation>
    </message>
    <message>
        <source>rank {} was killed by signal {}</source>
        <translation>进程 {} 被信号 {} 结束</translation>
    </message>
    <message>
        <source>rank {} was silent for {} s</source>
        <translation>进程 {} 有 {} 秒没有动静</translation>
    </message>
    <message>
        <source>see the rank&apos;s log; supervision.rank_timeout_seconds sets the limit</source>
        <translation>请查看该进程的日志；时限由 supervision.rank_timeout_seconds 设定</translation>
    </message>
    <message>
        <source>cannot start the worker: {}</source>
        <translation>无法启动工作进程：{}</translation>
    </message>
    <message>
        <source>the worker exited without an answer</source>
        <translation>工作进程没有应答就退出了</translation>
    </message>
    <message>
        <source>invalid answer from the worker: {}</source>
        <translation>工作进程的应答无效：{}</translation>
    </message>
    <message>
        <source>rank {} lost its connection to the supervisor: {}</source>
        <translation>进程 {} 与监督进程的连接中断：{}</translation>
    </message>
    <message>
        <source>rank {} was killed by {}, likely out of memory (the control group&apos;s oom_kill counter rose)</source>
        <translation>进程 {} 被 {} 结束，很可能是内存不足（控制组的 oom_kill 计数增加）</translation>
    </message>
    <message>
        <source>lower training.per_device_train_batch_size, or raise the memory limit, then resume</source>
        <translation>请减小 training.per_device_train_batch_size 或提高内存上限，然后恢复</translation>
    </message>
    <message>
        <source>the supervisor exited without reporting a result</source>
        <translation>监督进程退出时没有报告结果</translation>
    </message>
    <message>
        <source>{} has fallen off the bus</source>
        <translation>{} 已从总线脱离</translation>
    </message>
    <message>
        <source>check it with nvidia-smi; reset it or reboot, then resume</source>
        <translation>请用 nvidia-smi 检查；重置它或重启，然后恢复</translation>
    </message>
    <message>
        <source>invalid message on the run&apos;s socket: {}</source>
        <translation>运行的套接字上有无效消息：{}</translation>
    </message>
    <message>
        <source>the run&apos;s supervisor does not answer</source>
        <translation>运行的监督进程没有应答</translation>
    </message>
    <message>
        <source>see its logs/</source>
        <translation>请查看其 logs/</translation>
    </message>
    <message>
        <source>{}; the kernel&apos;s log reports of the GPU: {}</source>
        <translation>{}；内核日志中关于 GPU 的报告：{}</translation>
    </message>
    <message>
        <source>cannot start the queued run&apos;s process: {}</source>
        <translation>无法启动排队运行的进程：{}</translation>
    </message>
    <message>
        <source>install tunedesk beside this program</source>
        <translation>请把 tunedesk 安装在本程序旁边</translation>
    </message>
    <message>
        <source>invalid answer from tunedesk: {}</source>
        <translation>tunedesk 的应答无效：{}</translation>
    </message>
    <message>
        <source>tunedesk exited without an error message</source>
        <translation>tunedesk 退出时没有给出错误信息</translation>
    </message>
    <message>
        <source>cannot start {}: {}</source>
        <translation>无法启动 {}：{}</translation>
    </message>
    <message>
        <source>install tunedesk beside tunedesk-gui</source>
        <translation>请把 tunedesk 安装在 tunedesk-gui 旁边</translation>
    </message>
    <message>
        <source>cannot start the trial: {}</source>
        <translation>无法启动试运行：{}</translation>
    </message>
    <message>
        <source>the trial&apos;s worker was killed by signal {}</source>
        <translation>试运行的工作进程被信号 {} 结束</translation>
    </message>
    <message>
        <source>the connection has already sent an oversized frame</source>
        <translation>该连接此前发送过过大的帧</translation>
    </message>
    <message>
        <source>announced frame of {} bytes exceeds the limit of {} bytes</source>
        <translation>所声明的帧为 {} 字节，超过上限 {} 字节</translation>
    </message>
    <message>
        <source>message exceeds {}</source>
        <translation>消息超过 {}</translation>
    </message>
    <message>
        <source>no machine has the name {}</source>
        <translation>没有名为 {} 的机器</translation>
    </message>
    <message>
        <source>check the name and ~/.ssh/config</source>
        <translation>请检查名称和 ~/.ssh/config</translation>
    </message>
    <message>
        <source>{} does not answer on its SSH port</source>
        <translation>{} 的 SSH 端口没有应答</translation>
    </message>
    <message>
        <source>check that sshd runs there, and its port in ~/.ssh/config; then try: {}</source>
        <translation>请检查那里是否运行 sshd，以及 ~/.ssh/config 中的端口；然后尝试：{}</translation>
    </message>
    <message>
        <source>a rank failed without reporting a reason</source>
        <translation>一个进程失败，但没有报告原因</translation>
    </message>
    <message>
        <source>the ranks ended unexpectedly</source>
        <translation>各进程意外结束</translation>
    </message>
    <message>
        <source>install the program again (packaging/setup.sh), or put LibTorch where the worker looks for it: docs/install.md</source>
        <translation>请重新安装程序（packaging/setup.sh），或把 LibTorch 放到工作进程查找的位置：docs/install.md</translation>
    </message>
    <message>
        <source>the worker exited without an answer: {}</source>
        <translation>工作进程没有应答就退出了：{}</translation>
    </message>
    <message>
        <source>{} sent more than {}</source>
        <translation>{} 发送的数据超过 {}</translation>
    </message>
    <message>
        <source>check the machine: ssh {}</source>
        <translation>请检查该机器：ssh {}</translation>
    </message>
    <message>
        <source>cannot reach {}</source>
        <translation>无法连接 {}</translation>
    </message>
    <message>
        <source>check the network; then try: {}</source>
        <translation>请检查网络；然后尝试：{}</translation>
    </message>
    <message>
        <source>{} refused the login</source>
        <translation>{} 拒绝登录</translation>
    </message>
    <message>
        <source>log in with a key, without a password: ssh-copy-id {}, or ssh-add; then try: {}</source>
        <translation>请使用密钥而不是密码登录：ssh-copy-id {}，或 ssh-add；然后尝试：{}</translation>
    </message>
    <message>
        <source>host key of {} is unknown or has changed</source>
        <translation>{} 的主机密钥未知或已改变</translation>
    </message>
    <message>
        <source>compare it with the key that the machine&apos;s owner gives you, and accept it once: {}</source>
        <translation>请与机器所有者给出的密钥比较，并接受一次：{}</translation>
    </message>
    <message>
        <source>{} has no program &apos;{}&apos;</source>
        <translation>{} 上没有程序“{}”</translation>
    </message>
    <message>
        <source>install tunedesk there, or set its path: tunedesk --no-gui server add {} --program PATH</source>
        <translation>请在那里安装 tunedesk，或指定其路径：tunedesk --no-gui server add {} --program PATH</translation>
    </message>
    <message>
        <source>install an ssh client (openssh-client)</source>
        <translation>请安装 ssh 客户端（openssh-client）</translation>
    </message>
    <message>
        <source>program &apos;{}&apos; on {} is not tunedesk</source>
        <translation>程序“{}”（{}）不是 tunedesk</translation>
    </message>
    <message>
        <source>set its path: tunedesk --no-gui server add {} --program PATH</source>
        <translation>请指定其路径：tunedesk --no-gui server add {} --program PATH</translation>
    </message>
    <message>
        <source>{} has not answered within {} seconds</source>
        <translation>{} 在 {} 秒内没有应答</translation>
    </message>
    <message>
        <source>invalid answer from {}: {}</source>
        <translation>{} 的应答无效：{}</translation>
    </message>
    <message>
        <source>try: ssh {} {} --version</source>
        <translation>请尝试：ssh {} {} --version</translation>
    </message>
    <message>
        <source>unexpected output from tunedesk on {}</source>
        <translation>{} 上的 tunedesk 输出不符合预期</translation>
    </message>
    <message>
        <source>check what its login scripts print: ssh {} true</source>
        <translation>请检查其登录脚本输出什么：ssh {} true</translation>
    </message>
    <message>
        <source>invalid line from tunedesk attach: {}</source>
        <translation>tunedesk attach 的行无效：{}</translation>
    </message>
    <message>
        <source>invalid line about files: {}</source>
        <translation>关于文件的行无效：{}</translation>
    </message>
    <message>
        <source>status.json is damaged: {}</source>
        <translation>status.json 已损坏：{}</translation>
    </message>
    <message>
        <source>invalid line from tunedesk list: {}</source>
        <translation>tunedesk list 的行无效：{}</translation>
    </message>
    <message>
        <source>the run was started, but its folder was not reported</source>
        <translation>运行已启动，但没有报告其文件夹</translation>
    </message>
    <message>
        <source>tunedesk --no-gui list --host {}</source>
        <translation>tunedesk --no-gui list --host {}</translation>
    </message>
    <message>
        <source>the run has no supervisor and reported no result</source>
        <translation>该运行没有监督进程，也没有报告结果</translation>
    </message>
    <message>
        <source>tunedesk --no-gui resume {} --host {}</source>
        <translation>tunedesk --no-gui resume {} --host {}</translation>
    </message>
    <message>
        <source>invalid answer from the detached supervisor: {}</source>
        <translation>后台监督进程的应答无效：{}</translation>
    </message>
    <message>
        <source>the peer of the socket belongs to user {}, not {}</source>
        <translation>套接字的对端属于用户 {}，而不是 {}</translation>
    </message>
    <message>
        <source>install tunedesk-worker beside tunedesk</source>
        <translation>请把 tunedesk-worker 安装在 tunedesk 旁边</translation>
    </message>
    <message>
        <source>client sends requests without reading replies</source>
        <translation>客户端发送请求却不读取应答</translation>
    </message>
    <message>
        <source>the detached supervisor exited without reporting a result</source>
        <translation>后台监督进程退出时没有报告结果</translation>
    </message>
    <message>
        <source>see {}</source>
        <translation>请查看 {}</translation>
    </message>
    <message>
        <source>unexpected failure: {}</source>
        <translation>意外失败：{}</translation>
    </message>
    <message>
        <source>see the rank&apos;s log</source>
        <translation>请查看该进程的日志</translation>
    </message>
    <message>
        <source>invalid request: {}</source>
        <translation>无效的请求：{}</translation>
    </message>
    <message>
        <source>no rank has made progress for {} s; the most likely cause is rank {}</source>
        <translation>{} 秒内没有任何进程取得进展；最可能的原因是进程 {}</translation>
    </message>
    <message>
        <source>see the ranks&apos; logs; supervision.rank_timeout_seconds sets the limit, supervision.disk_timeout_seconds that for the disk</source>
        <translation>请查看各进程的日志；时限由 supervision.rank_timeout_seconds 设定，磁盘的时限由 supervision.disk_timeout_seconds 设定</translation>
    </message>
    <message>
        <source>the ranks could not connect to each other: {}</source>
        <translation>各进程没有找到彼此：{}</translation>
    </message>
    <message>
        <source>check that all ranks start, with the same MASTER_ADDR and MASTER_PORT</source>
        <translation>请检查所有进程都以相同的 MASTER_ADDR 和 MASTER_PORT 启动</translation>
    </message>
    <message>
        <source>{} failed: {}</source>
        <translation>{}失败：{}</translation>
    </message>
    <message>
        <source>see the logs of the other ranks</source>
        <translation>请查看其他进程的日志</translation>
    </message>
    <message>
        <source>the ranks disagree: steps {} to {}, updates {} to {}, collectives {}</source>
        <translation>各进程不一致：步 {} 到 {}，更新 {} 到 {}，集合通信 {}</translation>
    </message>
    <message>
        <source>resume from the last checkpoint</source>
        <translation>请从最后一个检查点恢复</translation>
    </message>
    <message>
        <source>the rendezvous received bytes that are not a valid message</source>
        <translation>会合服务收到的字节不是有效消息</translation>
    </message>
    <message>
        <source>cannot restrict a socket of the collectives to this user: {}</source>
        <translation>无法对其他用户关闭集合通信的套接字：{}</translation>
    </message>
    <message>
        <source>the ranks {} are not evenly spaced</source>
        <translation>进程 {} 的间隔不均匀</translation>
    </message>
    <message>
        <source>rank {} is missing in the split &quot;{}&quot;</source>
        <translation>进程 {} 不在划分“{}”中</translation>
    </message>
    <message>
        <source>rendezvous request has no key</source>
        <translation>会合请求没有键</translation>
    </message>
    <message>
        <source>unknown rendezvous request</source>
        <translation>未知的会合请求</translation>
    </message>
    <message>
        <source>cannot read the token cache: {}</source>
        <translation>无法读取词元缓存：{}</translation>
    </message>
    <message>
        <source>cannot {}: {}</source>
        <translation>无法执行“{}”：{}</translation>
    </message>
    <message>
        <source>free some space or choose another folder</source>
        <translation>请释放一些空间或选择其他文件夹</translation>
    </message>
    <message>
        <source>folder does not belong to this user</source>
        <translation>该文件夹不属于当前用户</translation>
    </message>
    <message>
        <source>remove it, or set XDG_RUNTIME_DIR</source>
        <translation>请删除它，或设置 XDG_RUNTIME_DIR</translation>
    </message>
    <message>
        <source>cannot open the file for writing: {}</source>
        <translation>无法打开文件进行写入：{}</translation>
    </message>
    <message>
        <source>choose a run folder that can be written</source>
        <translation>请选择可写的运行文件夹</translation>
    </message>
    <message>
        <source>cannot read the journal: {}</source>
        <translation>无法读取事件日志：{}</translation>
    </message>
    <message>
        <source>cannot flush the folder: {}</source>
        <translation>无法把文件夹写入磁盘：{}</translation>
    </message>
    <message>
        <source>the corrected table would replace the source</source>
        <translation>更正后的表会替换来源文件</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>请选择其他文件夹</translation>
    </message>
    <message>
        <source>cannot create the folder: {}</source>
        <translation>无法创建文件夹：{}</translation>
    </message>
    <message>
        <source>cannot copy the weights: {}</source>
        <translation>无法复制权重：{}</translation>
    </message>
    <message>
        <source>folder is not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>not an empty folder</source>
        <translation>不是空文件夹</translation>
    </message>
    <message>
        <source>choose a new or an empty folder</source>
        <translation>请选择新的或空的文件夹</translation>
    </message>
    <message>
        <source>cannot write to the run folder: {}</source>
        <translation>无法写入运行文件夹：{}</translation>
    </message>
    <message>
        <source>choose a writable folder with --run-dir</source>
        <translation>请用 --run-dir 选择可写的文件夹</translation>
    </message>
    <message>
        <source>cannot get random bytes: {}</source>
        <translation>无法获取随机字节：{}</translation>
    </message>
    <message>
        <source>{} will need about {} for checkpoints and models; {} are free</source>
        <translation>{} 的检查点和模型大约需要 {}；可用 {}</translation>
    </message>
    <message>
        <source>free some space, lower checkpoint.keep, or choose another --run-dir</source>
        <translation>请释放一些空间，减小 checkpoint.keep，或选择其他 --run-dir</translation>
    </message>
    <message>
        <source>cannot move the folder to the trash: there is none, and none can be created in {}</source>
        <translation>无法把文件夹移到回收站：没有回收站，也无法在 {} 中创建</translation>
    </message>
    <message>
        <source>rm -r {}</source>
        <translation>rm -r {}</translation>
    </message>
    <message>
        <source>cannot remove the checkpoints: {}</source>
        <translation>无法删除检查点：{}</translation>
    </message>
    <message>
        <source>tunedesk-gui could not plot: {}</source>
        <translation>tunedesk-gui 无法绘图：{}</translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM=offscreen tunedesk-gui --plot {}</source>
        <translation>QT_QPA_PLATFORM=offscreen tunedesk-gui --plot {}</translation>
    </message>
    <message>
        <source>folder is accessible to other users (mode must be 0700)</source>
        <translation>其他用户可以访问该文件夹（权限必须为 0700）</translation>
    </message>
    <message>
        <source>run chmod 700 on it</source>
        <translation>请对它执行 chmod 700</translation>
    </message>
    <message>
        <source>cannot create a temporary folder</source>
        <translation>无法创建临时文件夹</translation>
    </message>
    <message>
        <source>free some space</source>
        <translation>请释放一些空间</translation>
    </message>
    <message>
        <source>the run folder was removed, renamed or replaced during the run</source>
        <translation>运行期间运行文件夹被删除、改名或替换</translation>
    </message>
    <message>
        <source>restore it under this name and resume, or start the run again</source>
        <translation>请以原名恢复它并恢复运行，或重新开始运行</translation>
    </message>
    <message>
        <source>cannot examine the run folder: {}</source>
        <translation>无法检查运行文件夹：{}</translation>
    </message>
    <message>
        <source>a confusion matrix of {} classes has {} cells</source>
        <translation>{} 个类别的混淆矩阵有 {} 个格子</translation>
    </message>
    <message>
        <source>cannot write a temporary file: {}</source>
        <translation>无法写入临时文件：{}</translation>
    </message>
    <message>
        <source>cannot write all of the output</source>
        <translation>无法写出全部输出</translation>
    </message>
    <message>
        <source>free some space and repeat the command</source>
        <translation>请释放一些空间并重复该命令</translation>
    </message>
    <message>
        <source>cannot read the TensorBoard file: {}</source>
        <translation>无法读取 TensorBoard 文件：{}</translation>
    </message>
    <message>
        <source>journal is damaged: no sequence number is left for another event</source>
        <translation>事件日志已损坏：没有剩余的序号可用于新事件</translation>
    </message>
    <message>
        <source>move the file away; the run starts a new one</source>
        <translation>请移走该文件；运行会新建一个</translation>
    </message>
    <message>
        <source>cannot read the written file back: {}</source>
        <translation>无法读回写出的文件：{}</translation>
    </message>
    <message>
        <source>cannot truncate the incomplete last line: {}</source>
        <translation>无法截去不完整的最后一行：{}</translation>
    </message>
    <message>
        <source>cannot create an event descriptor: {}</source>
        <translation>无法创建事件描述符：{}</translation>
    </message>
    <message>
        <source>cannot remove the file: {}</source>
        <translation>无法删除文件：{}</translation>
    </message>
    <message>
        <source>cannot create a pipe: {}</source>
        <translation>无法创建管道：{}</translation>
    </message>
    <message>
        <source>cannot start a process: {}</source>
        <translation>无法启动进程：{}</translation>
    </message>
    <message>
        <source>cannot move the folder to the trash</source>
        <translation>无法把文件夹移到回收站</translation>
    </message>
    <message>
        <source>cannot write the rank&apos;s log: {}</source>
        <translation>无法写入进程的日志：{}</translation>
    </message>
    <message>
        <source>remove the file or folder of that name, or choose another --run-dir</source>
        <translation>请移走同名的内容，或选择其他 --run-dir</translation>
    </message>
    <message>
        <source>no memory for {} of data: {}</source>
        <translation>没有内存存放 {} 的数据：{}</translation>
    </message>
    <message>
        <source>cannot pack {}: {}</source>
        <translation>无法打包 {}：{}</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>lower training.per_device_train_batch_size and raise gradient_accumulation_steps as much (the same batch in smaller parts), set memory.activation_checkpointing, lower data.max_length, or train fewer layers (model.train: last_layers); then resume with --allow-change</source>
        <translation>请减小 training.per_device_train_batch_size 并相应增大 gradient_accumulation_steps（同样的批次分成更小的部分），设置 memory.activation_checkpointing，减小 data.max_length，或训练更少的层（model.train: last_layers）；然后用 --allow-change 恢复</translation>
    </message>
    <message>
        <source>the GPU is out of memory: {}</source>
        <translation>显存不足：{}</translation>
    </message>
    <message>
        <source>the system ended the trial because memory ran out</source>
        <translation>内存耗尽，系统结束了试运行</translation>
    </message>
    <message>
        <source>lower training.per_device_train_batch_size and raise gradient_accumulation_steps as much, lower data.max_length, or set memory.activation_checkpointing</source>
        <translation>请减小 training.per_device_train_batch_size 并相应增大 gradient_accumulation_steps，减小 data.max_length，或设置 memory.activation_checkpointing</translation>
    </message>
    <message>
        <source>not even one sample fits into {}</source>
        <translation>连一个样本也放不进 {}</translation>
    </message>
    <message>
        <source>lower data.max_length, set memory.activation_checkpointing, or train fewer layers</source>
        <translation>请减小 data.max_length，设置 memory.activation_checkpointing，或训练更少的层</translation>
    </message>
    <message>
        <source>cannot save a checkpoint before stopping, after {} tries: {}</source>
        <translation>停止前无法保存状态，已尝试 {} 次：{}</translation>
    </message>
    <message>
        <source>free some space and resume</source>
        <translation>请释放一些空间并恢复</translation>
    </message>
    <message>
        <source>cannot move the best model into best/: {}; it is kept in {}</source>
        <translation>无法把最佳模型移入 best/：{}；它保存在 {}</translation>
    </message>
    <message>
        <source>the best model, of step {} with {} {}, could not be saved; best/ is of step {}</source>
        <translation>最佳模型（第 {} 步，{} 为 {}）无法保存；best/ 属于第 {} 步</translation>
    </message>
    <message>
        <source>check the disk&apos;s space and errors, and run again to get it</source>
        <translation>请检查磁盘的空间和错误，然后重新运行以得到它</translation>
    </message>
    <message>
        <source>the run folder was deleted during the run</source>
        <translation>运行期间运行文件夹被删除</translation>
    </message>
    <message>
        <source>run again, and keep the folder</source>
        <translation>请重新运行，并保留该文件夹</translation>
    </message>
    <message>
        <source>the best model&apos;s weights were lost with the process that held them</source>
        <translation>最佳模型的权重随持有它们的进程一起丢失</translation>
    </message>
    <message>
        <source>run again to get them</source>
        <translation>请重新运行以得到它们</translation>
    </message>
    <message>
        <source>the best model, of step {} with {} {}, could not be saved; the final model is tested</source>
        <translation>最佳模型（第 {} 步，{} 为 {}）无法保存；测试的是最终模型</translation>
    </message>
    <message>
        <source>the run folder was renamed during the run</source>
        <translation>运行期间运行文件夹被改名</translation>
    </message>
    <message>
        <source>rename it back, and resume</source>
        <translation>请改回原名，然后恢复</translation>
    </message>
    <message>
        <source>cannot load GPU support: {}</source>
        <translation>无法加载 GPU 支持：{}</translation>
    </message>
    <message>
        <source>build again, or set parallel.devices: cpu</source>
        <translation>请重新构建，或设置 parallel.devices: cpu</translation>
    </message>
    <message>
        <source>no GPU was found</source>
        <translation>没有找到 GPU</translation>
    </message>
    <message>
        <source>check the driver with nvidia-smi, or set parallel.devices: cpu</source>
        <translation>请用 nvidia-smi 检查驱动程序，或设置 parallel.devices: cpu</translation>
    </message>
    <message>
        <source>NCCL cannot be used: {}</source>
        <translation>无法使用 NCCL：{}</translation>
    </message>
    <message>
        <source>set parallel.backend: gloo, or parallel.devices: cpu</source>
        <translation>请设置 parallel.backend: gloo 或 parallel.devices: cpu</translation>
    </message>
    <message>
        <source>cannot load GPU support: it was built for another version of the worker</source>
        <translation>无法加载 GPU 支持：它是为其他版本的工作进程构建的</translation>
    </message>
    <message>
        <source>this build has no GPU support: its library is missing</source>
        <translation>此构建不支持 GPU：缺少其库</translation>
    </message>
    <message>
        <source>run packaging/setup.sh --cuda and build again, or set parallel.devices: cpu</source>
        <translation>请运行 packaging/setup.sh --cuda 并重新构建，或设置 parallel.devices: cpu</translation>
    </message>
    <message>
        <source>there is no GPU for rank {}: CUDA shows {}</source>
        <translation>进程 {} 没有 GPU：CUDA 显示 {} 个</translation>
    </message>
    <message>
        <source>lower parallel.processes, or name GPUs that exist</source>
        <translation>请减小 parallel.processes，或指定存在的 GPU</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU to check: no driver answers</source>
        <translation>没有可检查的 NVIDIA GPU：驱动程序没有应答</translation>
    </message>
    <message>
        <source>see nvidia-smi</source>
        <translation>请查看 nvidia-smi</translation>
    </message>
    <message>
        <source>{} did not pass: {}</source>
        <translation>{} 没有通过：{}</translation>
    </message>
    <message>
        <source>`tunedesk device check --report FILE` writes a file for an issue</source>
        <translation>`tunedesk device check --report FILE` 会写出用于提交问题的文件</translation>
    </message>
    <message>
        <source>there is no GPU to check: none answers, or CUDA_VISIBLE_DEVICES hides them</source>
        <translation>没有可检查的 GPU：都没有应答，或被 CUDA_VISIBLE_DEVICES 隐藏</translation>
    </message>
    <message>
        <source>tunedesk device lists them</source>
        <translation>tunedesk device 会列出它们</translation>
    </message>
    <message>
        <source>not a valid device check: {}</source>
        <translation>不是有效的设备检查记录：{}</translation>
    </message>
    <message>
        <source>run `tunedesk device check`</source>
        <translation>请运行 `tunedesk device check`</translation>
    </message>
    <message>
        <source>attach the report to an issue</source>
        <translation>请把报告附在问题中</translation>
    </message>
    <message>
        <source>cannot write the rendezvous secret: {}</source>
        <translation>无法写入会合密钥：{}</translation>
    </message>
    <message>
        <source>ranks on several nodes need a run folder that all of them can write to</source>
        <translation>多个节点上的进程需要一个都能写入的运行文件夹</translation>
    </message>
    <message>
        <source>stopped on request</source>
        <translation>已按要求停止</translation>
    </message>
    <message>
        <source>ended at once by signal {}</source>
        <translation>被信号 {} 立即结束</translation>
    </message>
    <message>
        <source>ended at once by signal {}; the supervisor&apos;s event loop did not run</source>
        <translation>被信号 {} 立即结束；监督进程的事件循环没有运行</translation>
    </message>
    <message>
        <source>{}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>unknown argument</source>
        <translation>未知参数</translation>
    </message>
    <message>
        <source>use: tunedesk-worker RUN [--preset P]</source>
        <translation>用法：tunedesk-worker RUN [--preset P]</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a command or a preset file</source>
        <translation>“{}”不是命令，也不是预设文件</translation>
    </message>
    <message>
        <source>see tunedesk --help</source>
        <translation>请查看 tunedesk --help</translation>
    </message>
    <message>
        <source>--no-gui needs a command</source>
        <translation>--no-gui 需要命令</translation>
    </message>
    <message>
        <source>there is no display for the window</source>
        <translation>没有可供窗口使用的显示</translation>
    </message>
    <message>
        <source>use the command line: tunedesk --no-gui --help</source>
        <translation>请使用命令行：tunedesk --no-gui --help</translation>
    </message>
    <message>
        <source>the window (tunedesk-gui) is not installed</source>
        <translation>窗口程序（tunedesk-gui）尚未安装</translation>
    </message>
    <message>
        <source>there is no display for the window (DISPLAY and WAYLAND_DISPLAY are not set)</source>
        <translation>没有可供窗口使用的显示（没有设置 DISPLAY 和 WAYLAND_DISPLAY）</translation>
    </message>
    <message>
        <source>cannot start the window: {}</source>
        <translation>无法启动窗口：{}</translation>
    </message>
    <message>
        <source>folder is not a run folder, and a run would replace its {}</source>
        <translation>该文件夹不是运行文件夹，运行会替换其中的 {}</translation>
    </message>
    <message>
        <source>choose another --run-dir</source>
        <translation>请选择其他 --run-dir</translation>
    </message>
    <message>
        <source>folder already has a run</source>
        <translation>该文件夹中已有运行</translation>
    </message>
    <message>
        <source>choose another --run-dir, or: tunedesk --no-gui resume {}</source>
        <translation>请选择其他 --run-dir，或执行：tunedesk --no-gui resume {}</translation>
    </message>
    <message>
        <source>not a run folder: preset.yaml is missing</source>
        <translation>不是运行文件夹：缺少 preset.yaml</translation>
    </message>
    <message>
        <source>list the runs: tunedesk --no-gui list</source>
        <translation>请列出运行：tunedesk --no-gui list</translation>
    </message>
    <message>
        <source>file already exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>请选择其他名称</translation>
    </message>
    <message>
        <source>--plot-comparison takes a folder and runs</source>
        <translation>--plot-comparison 需要一个文件夹和若干运行</translation>
    </message>
    <message>
        <source>use: tunedesk-gui --plot-comparison DIR RUN...</source>
        <translation>用法：tunedesk-gui --plot-comparison DIR RUN...</translation>
    </message>
    <message>
        <source>the run has nothing to plot yet: no logged step, no test</source>
        <translation>该运行还没有可绘图的内容：没有记录的步，也没有测试</translation>
    </message>
    <message>
        <source>tunedesk --no-gui report {}</source>
        <translation>tunedesk --no-gui report {}</translation>
    </message>
    <message>
        <source>plotting needs the window&apos;s program (tunedesk-gui), which is not installed</source>
        <translation>绘图需要窗口程序（tunedesk-gui），但尚未安装</translation>
    </message>
    <message>
        <source>install the package tunedesk, or build with -DTUNEDESK_GUI=ON</source>
        <translation>请安装软件包 tunedesk，或用 -DTUNEDESK_GUI=ON 构建</translation>
    </message>
    <message>
        <source>--plot takes a run folder</source>
        <translation>--plot 需要运行文件夹</translation>
    </message>
    <message>
        <source>use: tunedesk-gui --plot RUN [--out DIR]</source>
        <translation>用法：tunedesk-gui --plot RUN [--out DIR]</translation>
    </message>
    <message>
        <source>no run has anything to plot yet</source>
        <translation>还没有可绘图的运行</translation>
    </message>
    <message>
        <source>run folder is missing</source>
        <translation>缺少运行文件夹</translation>
    </message>
    <message>
        <source>unknown comparison</source>
        <translation>未知的比较</translation>
    </message>
    <message>
        <source>--probe takes libraries, or device and a folder</source>
        <translation>--probe 需要 libraries，或 device 和一个文件夹</translation>
    </message>
    <message>
        <source>--try takes memory or learning-rate, and a folder</source>
        <translation>--try 需要 memory 或 learning-rate，以及一个文件夹</translation>
    </message>
    <message>
        <source>not a valid number</source>
        <translation>不是有效的数字</translation>
    </message>
    <message>
        <source>run folder does not exist</source>
        <translation>运行文件夹不存在</translation>
    </message>
    <message>
        <source>list the runs: tunedesk list</source>
        <translation>请列出运行：tunedesk list</translation>
    </message>
    <message>
        <source>cannot read the record of a run: {}</source>
        <translation>无法读取运行的记录：{}</translation>
    </message>
    <message>
        <source>cannot read the run&apos;s notes: {}</source>
        <translation>无法读取运行的备注：{}</translation>
    </message>
    <message>
        <source>no runs were queued under this name</source>
        <translation>没有以该名称排队的运行</translation>
    </message>
    <message>
        <source>tunedesk --no-gui list --json</source>
        <translation>tunedesk --no-gui list --json</translation>
    </message>
    <message>
        <source>there is only one run to compare</source>
        <translation>只有一个运行可比较</translation>
    </message>
    <message>
        <source>name two runs, or --group NAME</source>
        <translation>请指定两个运行，或 --group NAME</translation>
    </message>
    <message>
        <source>settings file is invalid: {}</source>
        <translation>设置文件无效：{}</translation>
    </message>
    <message>
        <source>the predictions would replace the file of the texts</source>
        <translation>预测会替换文本文件</translation>
    </message>
    <message>
        <source>give --out another name</source>
        <translation>请用 --out 指定其他名称</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a valid machine name</source>
        <translation>“{}”不是有效的机器名</translation>
    </message>
    <message>
        <source>use an SSH destination: a host of ~/.ssh/config, or USER@HOST</source>
        <translation>请使用 SSH 目标：~/.ssh/config 中的主机，或 USER@HOST</translation>
    </message>
    <message>
        <source>cannot change the servers in the settings file: they are not one per line</source>
        <translation>无法修改设置文件中的服务器：它们不是每行一个</translation>
    </message>
    <message>
        <source>write them one per line: NAME: {program: PATH, folder: DIR}</source>
        <translation>请每行写一个：NAME: {program: PATH, folder: DIR}</translation>
    </message>
    <message>
        <source>there is no server &apos;{}&apos;</source>
        <translation>没有服务器“{}”</translation>
    </message>
    <message>
        <source>list the servers: tunedesk --no-gui server list</source>
        <translation>请列出服务器：tunedesk --no-gui server list</translation>
    </message>
    <message>
        <source>cannot read the settings file: {}</source>
        <translation>无法读取设置文件：{}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a run folder on {}</source>
        <translation>“{}”不是 {} 上的运行文件夹</translation>
    </message>
    <message>
        <source>use the absolute path that the list of its runs shows</source>
        <translation>请使用其运行列表中显示的绝对路径</translation>
    </message>
    <message>
        <source>preset on the standard input exceeds 1 MiB</source>
        <translation>标准输入中的预设超过 1 MiB</translation>
    </message>
    <message>
        <source>--from must be below --to</source>
        <translation>--from 必须小于 --to</translation>
    </message>
    <message>
        <source>see tunedesk lr-range --help</source>
        <translation>请查看 tunedesk lr-range --help</translation>
    </message>
    <message>
        <source>training.max_tokens_per_batch sets the batch size in tokens instead of samples</source>
        <translation>批次由 training.max_tokens_per_batch 决定，而不是样本数</translation>
    </message>
    <message>
        <source>add --set training.max_tokens_per_batch=0</source>
        <translation>请加上 --set training.max_tokens_per_batch=0</translation>
    </message>
    <message>
        <source>GPU {} does not answer or may not be used</source>
        <translation>GPU {} 没有应答或不可使用</translation>
    </message>
    <message>
        <source>tunedesk device lists them; CUDA_VISIBLE_DEVICES may hide some</source>
        <translation>tunedesk device 会列出它们；CUDA_VISIBLE_DEVICES 可能隐藏了一些</translation>
    </message>
    <message>
        <source>invalid answer from tunedesk inspect: {}</source>
        <translation>tunedesk inspect 的应答无效：{}</translation>
    </message>
    <message>
        <source>the process that reads the files ended early: {}</source>
        <translation>读取文件的进程提前结束：{}</translation>
    </message>
    <message>
        <source>run tunedesk --no-gui check PRESET for details</source>
        <translation>请运行 tunedesk --no-gui check PRESET 查看详情</translation>
    </message>
    <message>
        <source>cannot write to the window: {}</source>
        <translation>无法向窗口写入：{}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is ambiguous: {} or {}</source>
        <translation>“{}”可能是 {} 或 {}</translation>
    </message>
    <message>
        <source>write the key with its section</source>
        <translation>请连同其节写出该键</translation>
    </message>
    <message>
        <source>the key is swept twice</source>
        <translation>该键被扫描了两次</translation>
    </message>
    <message>
        <source>name it once, with all its values</source>
        <translation>请只写一次，并给出其所有取值</translation>
    </message>
    <message>
        <source>the time of a run cannot be estimated</source>
        <translation>无法估计运行的时间</translation>
    </message>
    <message>
        <source>folder has a run of another preset: {}</source>
        <translation>该文件夹中是其他预设的运行：{}</translation>
    </message>
    <message>
        <source>choose another --out, or move the folder away</source>
        <translation>请选择其他 --out，或移走该文件夹</translation>
    </message>
    <message>
        <source>recipe has no section `small`</source>
        <translation>配方没有 `small` 节</translation>
    </message>
    <message>
        <source>leave out --small, or add a section `small`</source>
        <translation>请不要使用 --small，或加上 `small` 节</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a recipe file or a recipe&apos;s name</source>
        <translation>“{}”不是配方文件，也不是配方名称</translation>
    </message>
    <message>
        <source>list the recipes: tunedesk recipe list</source>
        <translation>请列出配方：tunedesk recipe list</translation>
    </message>
    <message>
        <source>run folder&apos;s name is not UTF-8</source>
        <translation>运行文件夹的名称不是 UTF-8</translation>
    </message>
    <message>
        <source>there is no key &apos;{}&apos;</source>
        <translation>没有键“{}”</translation>
    </message>
    <message>
        <source>list the keys: tunedesk --no-gui preset keys</source>
        <translation>请列出键：tunedesk --no-gui preset keys</translation>
    </message>
    <message>
        <source>did you mean {}?</source>
        <translation>是否指 {}？</translation>
    </message>
    <message>
        <source>did you mean {}? tunedesk recipe list</source>
        <translation>是否指 {}？tunedesk recipe list</translation>
    </message>
    <message>
        <source>see tunedesk {} --help</source>
        <translation>请查看 tunedesk {} --help</translation>
    </message>
    <message>
        <source>run tunedesk --no-gui run {}</source>
        <translation>请运行 tunedesk --no-gui run {}</translation>
    </message>
    <message>
        <source>the process that reads the files ended early</source>
        <translation>读取文件的进程提前结束</translation>
    </message>
    <message>
        <source>seeds are given twice: as values and as a number</source>
        <translation>种子给出了两次：作为取值和作为数量</translation>
    </message>
    <message>
        <source>leave out one of them</source>
        <translation>请去掉其中一个</translation>
    </message>
    <message>
        <source>the sweep has {} runs; the limit is {}</source>
        <translation>参数扫描有 {} 次运行；上限为 {}</translation>
    </message>
    <message>
        <source>sweep fewer values</source>
        <translation>请扫描更少的取值</translation>
    </message>
    <message>
        <source>two runs of the sweep would be the same</source>
        <translation>参数扫描中有两次运行会相同</translation>
    </message>
    <message>
        <source>leave out a value that is given twice</source>
        <translation>请去掉重复的取值</translation>
    </message>
    <message>
        <source>&apos;{}&apos; has no key and values</source>
        <translation>“{}”没有键和取值</translation>
    </message>
    <message>
        <source>write KEY=VALUE,VALUE, as learning_rate=1e-5,3e-5</source>
        <translation>请写成 KEY=VALUE,VALUE，例如 learning_rate=1e-5,3e-5</translation>
    </message>
    <message>
        <source>{} has no values</source>
        <translation>{} 没有取值</translation>
    </message>
    <message>
        <source>saved corrections are damaged: {}</source>
        <translation>保存的更正已损坏：{}</translation>
    </message>
    <message>
        <source>correct the preset; `tunedesk preset keys` describes every key</source>
        <translation>请更正预设；`tunedesk preset keys` 说明每个键</translation>
    </message>
    <message>
        <source>cannot read the recipe: {}</source>
        <translation>无法读取配方：{}</translation>
    </message>
    <message>
        <source>not TrainingArguments as JSON, accelerate&apos;s YAML or DeepSpeed&apos;s JSON</source>
        <translation>不是 JSON 格式的 TrainingArguments、accelerate 的 YAML 或 DeepSpeed 的 JSON</translation>
    </message>
    <message>
        <source>provide one of the three; `tunedesk preset new` asks for the values instead</source>
        <translation>请提供三者之一；`tunedesk preset new` 会改为逐项询问</translation>
    </message>
    <message>
        <source>the input ended before the last question</source>
        <translation>输入在最后一个问题之前结束</translation>
    </message>
    <message>
        <source>tunedesk preset new --yes takes every proposal</source>
        <translation>tunedesk preset new --yes 会采用所有建议</translation>
    </message>
    <message>
        <source>cannot edit the preset: {}</source>
        <translation>无法编辑预设：{}</translation>
    </message>
    <message>
        <source>edit the text</source>
        <translation>请直接编辑文本</translation>
    </message>
    <message>
        <source>open a preset&apos;s YAML file</source>
        <translation>请打开预设的 YAML 文件</translation>
    </message>
    <message>
        <source>cannot read the preset: {}</source>
        <translation>无法读取预设：{}</translation>
    </message>
    <message>
        <source>choose a preset or another tool&apos;s settings</source>
        <translation>请选择预设或其他工具的设置</translation>
    </message>
    <message>
        <source>invalid answer: {}</source>
        <translation>无效的回答：{}</translation>
    </message>
    <message>
        <source>correct it, or write the preset by hand</source>
        <translation>请更正，或手工编写预设</translation>
    </message>
    <message>
        <source>the preset is not saved yet</source>
        <translation>预设尚未保存</translation>
    </message>
    <message>
        <source>save it first</source>
        <translation>请先保存</translation>
    </message>
    <message>
        <source>cannot read the settings to import: {}</source>
        <translation>无法读取要导入的设置：{}</translation>
    </message>
    <message>
        <source>task {} is not supported in this version</source>
        <translation>此版本不支持任务 {}</translation>
    </message>
    <message>
        <source>choose another name, or add --force</source>
        <translation>请选择其他名称，或加上 --force</translation>
    </message>
    <message>
        <source>see tunedesk preset new --help</source>
        <translation>请查看 tunedesk preset new --help</translation>
    </message>
    <message>
        <source>file does not exist</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>name the file to import</source>
        <translation>请指定要导入的文件</translation>
    </message>
    <message>
        <source>cannot read the draft: {}</source>
        <translation>无法读取草稿：{}</translation>
    </message>
    <message>
        <source>bundle is refused: {}</source>
        <translation>拒绝该预设包：{}</translation>
    </message>
    <message>
        <source>ask its sender for another export</source>
        <translation>请向发送者索取另一份导出</translation>
    </message>
    <message>
        <source>cannot read a file of the model for the bundle: {}</source>
        <translation>无法为预设包读取模型的文件：{}</translation>
    </message>
    <message>
        <source>a source has the form KEY=WHERE, as in data.train=https://...</source>
        <translation>来源的格式为 KEY=WHERE，例如 data.train=https://...</translation>
    </message>
    <message>
        <source>{} ranks would share the cores of this machine: {}</source>
        <translation>{} 个进程将共用本机的核心：{} 个</translation>
    </message>
    <message>
        <source>lower parallel.processes, or set parallel.oversubscribe: true</source>
        <translation>请减小 parallel.processes，或设置 parallel.oversubscribe: true</translation>
    </message>
    <message>
        <source>{} ranks need at least {} each; {} of memory are available</source>
        <translation>{} 个进程各需要至少 {}；可用内存为 {}</translation>
    </message>
    <message>
        <source>{} is out of range</source>
        <translation>{} 超出范围</translation>
    </message>
    <message>
        <source>a length of {} tokens leaves no room for the {} special tokens</source>
        <translation>{} 个词元的长度容不下 {} 个特殊词元</translation>
    </message>
    <message>
        <source>set it to {} or more</source>
        <translation>请设为 {} 或更大</translation>
    </message>
    <message>
        <source>{}={} is not a process number or port</source>
        <translation>{}={} 不是进程号或端口</translation>
    </message>
    <message>
        <source>start the worker through torchrun, srun or tunedesk run</source>
        <translation>请通过 torchrun、srun 或 tunedesk run 启动工作进程</translation>
    </message>
    <message>
        <source>a mesh of {} stages x {} data ranks x {} tensor ranks does not have {} ranks</source>
        <translation>{} 个阶段 x {} 个数据进程 x {} 个张量进程的网格与 {} 个进程不符</translation>
    </message>
    <message>
        <source>set processes to the product of the three</source>
        <translation>请把 processes 设为三者的乘积</translation>
    </message>
    <message>
        <source>{} stages have {} costs</source>
        <translation>{} 个阶段有 {} 个代价</translation>
    </message>
    <message>
        <source>the stages&apos; actions wait for each other; none can continue</source>
        <translation>各阶段的动作互相等待，都无法继续</translation>
    </message>
    <message>
        <source>RANK={} is outside a world of {}</source>
        <translation>RANK={} 超出大小为 {} 的进程组</translation>
    </message>
    <message>
        <source>several ranks need a rendezvous</source>
        <translation>多个进程需要会合地址</translation>
    </message>
    <message>
        <source>set MASTER_ADDR and MASTER_PORT</source>
        <translation>请设置 MASTER_ADDR 和 MASTER_PORT</translation>
    </message>
    <message>
        <source>cannot draw a confusion matrix of {} classes; the limit is {}</source>
        <translation>不为 {} 个类别绘制混淆矩阵；上限为 {}</translation>
    </message>
    <message>
        <source>open the report as text: tunedesk --no-gui report RUN</source>
        <translation>以文本方式打开报告：tunedesk --no-gui report RUN</translation>
    </message>
    <message>
        <source>use a model of a supported architecture</source>
        <translation>请使用受支持架构的模型</translation>
    </message>
    <message>
        <source>rank {} has no batch left in epoch {}, after {} steps of {}</source>
        <translation>进程 {} 在第 {} 轮中已没有批次，此前完成了 {} 步，共 {} 步</translation>
    </message>
    <message>
        <source>use parallel.join: shadow, or data.sharding: exact, then resume with --allow-change</source>
        <translation>请使用 parallel.join: shadow 或 data.sharding: exact，然后用 --allow-change 继续</translation>
    </message>
    <message>
        <source>the ranks called different collectives</source>
        <translation>各进程调用了不同的集合通信</translation>
    </message>
    <message>
        <source>resume from the last checkpoint; logs/collectives.log lists the calls</source>
        <translation>请从最近的检查点继续；logs/collectives.log 列出了各次调用</translation>
    </message>
    <message>
        <source>this kernel cannot prevent a program from writing files</source>
        <translation>此内核无法禁止程序写入文件</translation>
    </message>
    <message>
        <source>use Linux 5.13 or later with Landlock, or open the window without --read-only</source>
        <translation>请使用支持 Landlock 的 Linux 5.13 或更高版本，或不带 --read-only 打开窗口</translation>
    </message>
    <message>
        <source>the text has {} tokens, too few for a batch of {}</source>
        <translation>文本有 {} 个词元，不够一个 {} 的批次</translation>
    </message>
    <message>
        <source>give a longer text, or lower the batch size</source>
        <translation>提供更长的文本，或减小批次大小</translation>
    </message>
    <message>
        <source>a {} model cannot be trained for task: {}</source>
        <translation>{} 模型不能用于 task: {} 的训练</translation>
    </message>
    <message>
        <source>choose a model folder of another architecture, or another task</source>
        <translation>选择其他架构的模型文件夹，或其他任务</translation>
    </message>
    <message>
        <source>the vocabulary of the text differs from the one that the run&apos;s model was built from</source>
        <translation>文本中的词与该运行的模型所依据的词不同</translation>
    </message>
    <message>
        <source>restore data.train, or start a new run</source>
        <translation>恢复 data.train，或开始新的运行</translation>
    </message>
    <message>
        <source>{} ranks with batches of {} cannot reach exactly the {} samples per step of {} ranks</source>
        <translation>{} 个进程、每批 {} 个样本，无法凑成每步原有的 {} 个样本（原为 {} 个进程）</translation>
    </message>
    <message>
        <source>choose the batch: add --set training.gradient_accumulation_steps=N or --set training.per_device_train_batch_size=N to resume, or give a worker without a supervisor a preset with it</source>
        <translation>请选定批大小：恢复时加上 --set training.gradient_accumulation_steps=N 或 --set training.per_device_train_batch_size=N；没有监督进程时，请给工作进程一个写明它的预设</translation>
    </message>
    <message>
        <source>{} ranks with batches of {} tokens cannot reach exactly the {} tokens per step of {} ranks</source>
        <translation>{} 个进程、每批 {} 个词元，无法凑成每步原有的 {} 个词元（原为 {} 个进程）</translation>
    </message>
    <message>
        <source>choose the batch: add --set training.gradient_accumulation_steps=N or --set training.max_tokens_per_batch=N to resume, or give a worker without a supervisor a preset with it</source>
        <translation>请选定批大小：恢复时加上 --set training.gradient_accumulation_steps=N 或 --set training.max_tokens_per_batch=N；没有监督进程时，请给工作进程一个写明它的预设</translation>
    </message>
    <message>
        <source>the adapter&apos;s base model is no model folder of this machine: {}</source>
        <translation>适配器的基础模型不是本机的模型文件夹：{}</translation>
    </message>
    <message>
        <source>set base_model_name_or_path to the folder of the model that the adapter was trained on</source>
        <translation>请将 base_model_name_or_path 设为训练该适配器时所用模型的文件夹</translation>
    </message>
    <message>
        <source>the model has no linear layer named {}; it has {}</source>
        <translation>模型没有名为 {} 的线性层；有 {}</translation>
    </message>
    <message>
        <source>name some of them, or all-linear</source>
        <translation>请写出其中若干个，或使用 all-linear</translation>
    </message>
    <message>
        <source>the adapter in model.path has {}: {}, the preset {}</source>
        <translation>model.path 中的适配器为 {}: {}，预设为 {}</translation>
    </message>
    <message>
        <source>set it to the adapter&apos;s value</source>
        <translation>请设为与适配器相同的值</translation>
    </message>
    <message>
        <source>model.path holds an adapter, which model.train: {} does not train</source>
        <translation>model.path 中是适配器，model.train: {} 不会训练它</translation>
    </message>
    <message>
        <source>set model.train to lora, or train an exported model</source>
        <translation>请将 model.train 设为 lora，或训练导出后的模型</translation>
    </message>
    <message>
        <source>{} does not run with this {} model in this version yet</source>
        <translation>{} 在本版本中尚不能用于这一 {} 模型</translation>
    </message>
    <message>
        <source>use {}</source>
        <translation>请使用 {}</translation>
    </message>
    <message>
        <source>the model has no chat template, which conversations need</source>
        <translation>模型没有对话模板：它不是用于对话的模型</translation>
    </message>
    <message>
        <source>use a chat model, whose tokenizer_config.json has chat_template</source>
        <translation>请使用对话模型，其 tokenizer_config.json 中有 chat_template</translation>
    </message>
    <message>
        <source>the model&apos;s chat template is not supported: {}</source>
        <translation>本版本不认识该模型的对话模板：{}</translation>
    </message>
    <message>
        <source>use a model whose template is ChatML, Llama 3&apos;s, Zephyr&apos;s or Mistral&apos;s</source>
        <translation>请使用模板为 ChatML、Llama 3、Zephyr 或 Mistral 的模型</translation>
    </message>
    <message>
        <source>conversations need a tokenizer that reproduces the text exactly, which WordPiece and word-level tokenizers do not</source>
        <translation>对话需要能够逐字还原文本的分词器，WordPiece 和词级分词器做不到</translation>
    </message>
    <message>
        <source>use a chat model with a byte-level BPE or SentencePiece tokenizer, such as SmolLM2, Llama or Qwen2</source>
        <translation>请使用带字节级 BPE 或 SentencePiece 分词器的对话模型，例如 SmolLM2、Llama 或 Qwen2</translation>
    </message>
    <message>
        <source>the generation&apos;s option {} is out of range</source>
        <translation>生成选项 {} 超出范围</translation>
    </message>
    <message>
        <source>tunedesk predict --help explains the options</source>
        <translation>tunedesk predict --help 说明各选项的含义</translation>
    </message>
    <message>
        <source>the prompt has {} tokens; the model has {} positions</source>
        <translation>提示有 {} 个词元，而模型有 {} 个位置</translation>
    </message>
    <message>
        <source>shorten the prompt</source>
        <translation>请缩短提示</translation>
    </message>
    <message>
        <source>the model has no classifier: it is a language model</source>
        <translation>模型没有分类器：它是语言模型</translation>
    </message>
    <message>
        <source>ask it with a prompt: tunedesk predict RUN --text</source>
        <translation>请用提示提问：tunedesk predict RUN --text</translation>
    </message>
    <message>
        <source>no conversation has an answer left when truncated to {} tokens</source>
        <translation>对话在 {} 个词元处截断后，没有留下任何回答</translation>
    </message>
    <message>
        <source>raise data.max_length</source>
        <translation>请增大 data.max_length</translation>
    </message>
    <message>
        <source>the model&apos;s chat template does not accept a message with role {} here</source>
        <translation>模型的对话模板在此处不接受 {} 的消息</translation>
    </message>
    <message>
        <source>alternate user and assistant messages, starting with the user, without a system message</source>
        <translation>请让 user 与 assistant 轮流发言，由 user 开始，且没有系统消息</translation>
    </message>
    <message>
        <source>no document has two tokens or more, so there is no next token to predict</source>
        <translation>没有任何文档含有两个词元，因此没有可学习的下一个词元</translation>
    </message>
    <message>
        <source>give longer documents, or set data.documents to joined</source>
        <translation>请提供更长的文档，或将 data.documents 设为 joined</translation>
    </message>
    <message>
        <source>no parameter of the model fits the pattern {}; the nearest are {}</source>
        <translation>模型中没有参数符合模式 {}；最接近的是 {}</translation>
    </message>
    <message>
        <source>correct the pattern; * stands for any characters, ? for one</source>
        <translation>请更正该模式；* 代表任意多个字符，? 代表一个字符</translation>
    </message>
    <message>
        <source>model.freeze freezes every parameter that model.train would train</source>
        <translation>model.train 留作学习的所有参数都已冻结</translation>
    </message>
    <message>
        <source>take patterns out of model.freeze</source>
        <translation>请从 model.freeze 中去掉一些模式</translation>
    </message>
    <message>
        <source>cannot read the image: {}</source>
        <translation>无法读取图像：{}</translation>
    </message>
    <message>
        <source>replace the image, or remove it from the data</source>
        <translation>替换该图像，或将其从数据中移除</translation>
    </message>
    <message>
        <source>image has {} x {} pixels; the limit is {} pixels</source>
        <translation>图像为 {} x {} 像素；上限为 {} 像素</translation>
    </message>
    <message>
        <source>scale the image down, or remove it from the data</source>
        <translation>缩小该图像，或将其从数据中移除</translation>
    </message>
    <message>
        <source>image is {}, not JPEG or PNG</source>
        <translation>图像是 {}，不是 JPEG 或 PNG</translation>
    </message>
    <message>
        <source>convert the image to JPEG or PNG</source>
        <translation>将图像转换为 JPEG 或 PNG</translation>
    </message>
    <message>
        <source>cannot read the archive of images: {}</source>
        <translation>无法读取图像压缩包：{}</translation>
    </message>
    <message>
        <source>create it again with zip, without a password, or unpack it</source>
        <translation>用 zip 重新创建（不设密码），或将其解压</translation>
    </message>
    <message>
        <source>cannot use the images: {}</source>
        <translation>无法使用这些图像：{}</translation>
    </message>
    <message>
        <source>give a folder or zip archive of SPLIT/CLASS/FILE or CLASS/FILE, CIFAR-10 or IDX files, or a table of paths and labels</source>
        <translation>请提供按 SPLIT/CLASS/FILE 或 CLASS/FILE 组织的文件夹或 zip 压缩包、CIFAR-10 或 IDX 文件，或包含路径和标签的表格</translation>
    </message>
    <message>
        <source>{} of {} images cannot be used; the first: {}</source>
        <translation>{} / {} 张图像无法使用；第一张：{}</translation>
    </message>
    <message>
        <source>replace them, or leave them out with data.bad_rows: skip</source>
        <translation>替换它们，或用 data.bad_rows: skip 跳过</translation>
    </message>
    <message>
        <source>no row has a similarity from -1 to 1; line {} has {}</source>
        <translation>没有一行的相似度在 -1 到 1 之间；第 {} 行为 {}</translation>
    </message>
    <message>
        <source>scale the scores to 0 to 1 or -1 to 1, or name another data.score_column</source>
        <translation>请将分数缩放到 0 到 1 或 -1 到 1，或指定其他 data.score_column</translation>
    </message>
    <message>
        <source>the sentence-transformers folder has an unsupported module: {}</source>
        <translation>sentence-transformers 文件夹含有此处不计算的模块：{}</translation>
    </message>
    <message>
        <source>use a model with a transformer, mean or cls pooling, and optional normalization</source>
        <translation>请使用只含 transformer、mean 或 cls 池化以及至多归一化的模型</translation>
    </message>
    <message>
        <source>{} pipeline stages need as many layers; the model has {}</source>
        <translation>{} 个流水线阶段至少需要同样多的层；模型只有 {} 层</translation>
    </message>
    <message>
        <source>lower parallel.pipeline_stages</source>
        <translation>减小 parallel.pipeline_stages</translation>
    </message>
    <message>
        <source>{} add up to {} layers; the model has {}</source>
        <translation>{} 共 {} 层；模型有 {} 层</translation>
    </message>
    <message>
        <source>set a number of layers for each stage, adding up to the model&apos;s number, or auto</source>
        <translation>为每个阶段给出层数，总和须等于模型的层数，或使用 auto</translation>
    </message>
    <message>
        <source>sbatch did not print the number of a job: &quot;{}&quot;</source>
        <translation>sbatch 没有输出作业编号：“{}”</translation>
    </message>
    <message>
        <source>{} did not answer within {} s</source>
        <translation>{} 在 {} 秒内没有应答</translation>
    </message>
    <message>
        <source>check that SLURM&apos;s controller runs: scontrol ping</source>
        <translation>检查 SLURM 控制器是否在运行：scontrol ping</translation>
    </message>
    <message>
        <source>the run waits as SLURM job {}</source>
        <translation>运行正作为 SLURM 作业 {} 等待</translation>
    </message>
    <message>
        <source>cancel it with tunedesk --no-gui stop {}</source>
        <translation>用 tunedesk --no-gui stop {} 取消它</translation>
    </message>
    <message>
        <source>{} tensor slices must divide the model&apos;s {}, which is {}</source>
        <translation>{} 个切片要求 {} 能被其整除；模型的值为 {}</translation>
    </message>
    <message>
        <source>lower parallel.tensor_size</source>
        <translation>减小 parallel.tensor_size</translation>
    </message>
    <message>
        <source>the nodes do not share the run folder: {} cannot read what {} writes there</source>
        <translation>各节点没有共享运行文件夹：{} 读不到 {} 在其中写入的内容</translation>
    </message>
    <message>
        <source>rank {} on host {} ended without a report; its connection was closed</source>
        <translation>rank {}（主机 {}）未作报告即结束；其连接已关闭</translation>
    </message>
    <message>
        <source>see its log {} and the system log of that host</source>
        <translation>查看其日志 {} 和该主机的系统日志</translation>
    </message>
    <message>
        <source>these ranks did not join the rendezvous within {} s: {}</source>
        <translation>以下 rank 在 {} 秒内没有到达会合点：{}</translation>
    </message>
    <message>
        <source>check that they start, and that {} can be reached from their nodes</source>
        <translation>检查它们是否启动，以及从其节点能否访问 {}</translation>
    </message>
    <message>
        <source>none of the layouts tried fits into {}</source>
        <translation>试过的布局都放不进 {}</translation>
    </message>
    <message>
        <source>lower data.max_length, or allow more memory with --limit</source>
        <translation>减小 data.max_length，或用 --limit 允许更多内存</translation>
    </message>
    <message>
        <source>{} is not in PATH</source>
        <translation>{} 不在 PATH 中</translation>
    </message>
    <message>
        <source>run this on a machine with SLURM&apos;s commands; without SLURM use tunedesk --no-gui run</source>
        <translation>请在装有 SLURM 命令的机器上执行；没有 SLURM 时使用 tunedesk --no-gui run</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a valid SLURM value for {}</source>
        <translation>“{}”不是 SLURM 的 {} 可接受的值</translation>
    </message>
    <message>
        <source>one of several tasks cannot be detached: its launcher ends with it</source>
        <translation>多个任务之一不能脱离终端：其启动器会随之结束</translation>
    </message>
    <message>
        <source>leave --detach out; tunedesk --no-gui submit returns at once</source>
        <translation>去掉 --detach；tunedesk --no-gui submit 会立即返回</translation>
    </message>
    <message>
        <source>the {} tasks of this launcher need one run folder</source>
        <translation>此启动器的 {} 个任务需要同一个运行文件夹</translation>
    </message>
    <message>
        <source>add --run-dir DIR, on a file system that all nodes mount</source>
        <translation>加上 --run-dir DIR，位于所有节点都挂载的文件系统上</translation>
    </message>
    <message>
        <source>{}={} is not a list of nodes</source>
        <translation>{}={} 不是节点列表</translation>
    </message>
    <message>
        <source>set MASTER_ADDR, MASTER_PORT, RANK, WORLD_SIZE, LOCAL_RANK and LOCAL_WORLD_SIZE</source>
        <translation>设置 MASTER_ADDR、MASTER_PORT、RANK、WORLD_SIZE、LOCAL_RANK 和 LOCAL_WORLD_SIZE</translation>
    </message>
    <message>
        <source>{}={} is not a list of tasks per node</source>
        <translation>{}={} 不是每节点任务数列表</translation>
    </message>
    <message>
        <source>{}={} contradicts {}={} (node {}, local task {})</source>
        <translation>{}={} 与 {}={} 矛盾（节点 {}，本地任务 {}）</translation>
    </message>
    <message>
        <source>start the step with srun, without changed SLURM variables</source>
        <translation>用 srun 启动该步骤，不要改动 SLURM 变量</translation>
    </message>
    <message>
        <source>set parallel.processes to a multiple of the tasks</source>
        <translation>将 parallel.processes 设为任务数的倍数</translation>
    </message>
    <message>
        <source>{} ranks cannot be divided evenly over {} tasks</source>
        <translation>{} 个 rank 无法平均分给 {} 个任务</translation>
    </message>
    <message>
        <source>the run is not running</source>
        <translation>运行未在进行</translation>
    </message>
    <message>
        <source>check the name with tunedesk model search; a private model needs a token in HF_TOKEN</source>
        <translation>用 tunedesk model search 检查名称；私有模型需要在 HF_TOKEN 中提供令牌</translation>
    </message>
    <message>
        <source>accept the terms at {}, then set HF_TOKEN to a token of that account</source>
        <translation>在 {} 接受条款，然后将 HF_TOKEN 设为该账户的令牌</translation>
    </message>
    <message>
        <source>downloaded file {} does not match what the hub announced: {}</source>
        <translation>文件 {} 与模型中心声明的不符：{}</translation>
    </message>
    <message>
        <source>the model {} has no weights in safetensors files; its weights: {}</source>
        <translation>模型 {} 没有 safetensors 格式的权重；它的权重：{}</translation>
    </message>
    <message>
        <source>choose a model with safetensors, or convert it with save_pretrained of transformers</source>
        <translation>选择带 safetensors 的模型，或用 transformers 的 save_pretrained 转换</translation>
    </message>
    <message>
        <source>the hub is not contacted while HF_HUB_OFFLINE is set</source>
        <translation>设置了 HF_HUB_OFFLINE，不会联系模型中心</translation>
    </message>
    <message>
        <source>unset it, or use a model that tunedesk model list shows</source>
        <translation>取消该设置，或使用 tunedesk model list 列出的模型</translation>
    </message>
    <message>
        <source>the model {} is neither a folder nor downloaded</source>
        <translation>模型 {} 既不是文件夹，也尚未下载</translation>
    </message>
    <message>
        <source>tunedesk model get {}</source>
        <translation>tunedesk model get {}</translation>
    </message>
    <message>
        <source>choose a run folder on a file system that all nodes mount at this path, or start all tasks with --collect and the same TUNEDESK_RENDEZVOUS_SECRET</source>
        <translation>选择一个位于所有节点都以此路径挂载的文件系统上的运行文件夹，或以 --collect 和相同的 TUNEDESK_RENDEZVOUS_SECRET 启动所有任务</translation>
    </message>
    <message>
        <source>the file {} of rank {} arrived incomplete</source>
        <translation>文件 {}（来自进程 {}）没有完整到达</translation>
    </message>
    <message>
        <source>check the disk and the network of that rank&apos;s node, and resume</source>
        <translation>检查该进程所在节点的磁盘和网络，然后恢复</translation>
    </message>
    <message>
        <source>cannot reach the hub: {}</source>
        <translation>无法连接模型中心：{}</translation>
    </message>
    <message>
        <source>check the network and HF_ENDPOINT; a download continues where it stopped</source>
        <translation>检查网络和 HF_ENDPOINT；下载会从中断处继续</translation>
    </message>
    <message>
        <source>invalid answer from the hub: {}</source>
        <translation>模型中心的应答无效：{}</translation>
    </message>
    <message>
        <source>the hub refused the request: {}</source>
        <translation>模型中心拒绝了请求：{}</translation>
    </message>
    <message>
        <source>try again later</source>
        <translation>请稍后重试</translation>
    </message>
    <message>
        <source>the hub redirects to an address that is not followed: {}</source>
        <translation>模型中心重定向到不予跟随的地址：{}</translation>
    </message>
    <message>
        <source>check HF_ENDPOINT; only redirects to https addresses are followed</source>
        <translation>检查 HF_ENDPOINT；只跟随指向 https 地址的重定向</translation>
    </message>
    <message>
        <source>the hub sent {} bytes in {} s</source>
        <translation>模型中心发送了 {} 字节，用时 {} 秒</translation>
    </message>
    <message>
        <source>try again later; a download continues where it stopped</source>
        <translation>请稍后重试；下载会从中断处继续</translation>
    </message>
    <message>
        <source>download cancelled</source>
        <translation>下载已取消</translation>
    </message>
    <message>
        <source>tunedesk model get continues it</source>
        <translation>tunedesk model get 会继续下载</translation>
    </message>
    <message>
        <source>the keys of a settings file are cpu_slots, gpu_free, notify_command, notify_url and servers</source>
        <translation>设置文件的键有 cpu_slots、gpu_free、notify_command、notify_url 和 servers</translation>
    </message>
    <message>
        <source>write ORG/NAME or ORG/NAME@REVISION, as in distilbert/distilbert-base-uncased; tunedesk model search finds names</source>
        <translation>写成 ORG/NAME 或 ORG/NAME@REVISION，例如 distilbert/distilbert-base-uncased；tunedesk model search 可查找名称</translation>
    </message>
    <message>
        <source>{} has an invalid value: {}</source>
        <translation>{} 的值无效：{}</translation>
    </message>
    <message>
        <source>HF_ENDPOINT must be an https address, or http on the loopback interface; HF_TOKEN must contain only printable characters</source>
        <translation>HF_ENDPOINT 须为 https 地址，或本机回环上的 http 地址；HF_TOKEN 只含可打印字符</translation>
    </message>
    <message>
        <source>the hub has no model or data set {}</source>
        <translation>模型中心没有名为 {} 的模型或数据集</translation>
    </message>
    <message>
        <source>{} is gated: its owners require consent to their terms</source>
        <translation>{} 受限：其所有者要求同意其条款</translation>
    </message>
    <message>
        <source>the hub requires a valid token</source>
        <translation>模型中心需要有效的令牌</translation>
    </message>
    <message>
        <source>create a token with {} access at {}/settings/tokens and set HF_TOKEN to it</source>
        <translation>创建具有 {} 权限的令牌（{}/settings/tokens），并将 HF_TOKEN 设为该令牌</translation>
    </message>
    <message>
        <source>download it again: tunedesk {}</source>
        <translation>重新下载：tunedesk {}</translation>
    </message>
    <message>
        <source>{} has no revision {} on the hub</source>
        <translation>{} 在模型中心没有修订版本 {}</translation>
    </message>
    <message>
        <source>name a branch, a tag or a commit, in model.revision or after @</source>
        <translation>在 model.revision 中或 @ 之后指定分支、标签或提交</translation>
    </message>
    <message>
        <source>not a name on the hub: &quot;{}&quot;</source>
        <translation>不是模型中心的名称：“{}”</translation>
    </message>
</context>
<context>
    <name>ErrorDetail</name>
    <message>
        <source>the JSON array has an empty element</source>
        <translation>JSON 数组中有空元素</translation>
    </message>
    <message>
        <source>the JSON array is not closed: the file is truncated</source>
        <translation>JSON 数组没有结尾：文件被截断</translation>
    </message>
    <message>
        <source>text follows the JSON array</source>
        <translation>JSON 数组之后还有文本</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>zlib cannot start</source>
        <translation>zlib 无法启动</translation>
    </message>
    <message>
        <source>the gzip data ends early: the file is truncated</source>
        <translation>gzip 数据提前结束：文件被截断</translation>
    </message>
    <message>
        <source>zstd cannot start</source>
        <translation>zstd 无法启动</translation>
    </message>
    <message>
        <source>the zstd data ends early: the file is truncated</source>
        <translation>zstd 数据提前结束：文件被截断</translation>
    </message>
    <message>
        <source>a label in a TSV file cannot contain a tab or a line break</source>
        <translation>TSV 文件的标签不能包含制表符或换行</translation>
    </message>
    <message>
        <source>the file has no labels</source>
        <translation>文件没有标签</translation>
    </message>
    <message>
        <source>no row that the run has used begins here</source>
        <translation>运行所用的行没有从此处开始的</translation>
    </message>
    <message>
        <source>a label cannot be empty</source>
        <translation>标签必须是非空文本</translation>
    </message>
    <message>
        <source>the row&apos;s label is changed twice</source>
        <translation>该行的标签被修改了两次</translation>
    </message>
    <message>
        <source>a quote is not closed</source>
        <translation>有引号没有闭合</translation>
    </message>
    <message>
        <source>a name is longer than 4,096 bytes</source>
        <translation>有名称超过 4,096 字节</translation>
    </message>
    <message>
        <source>a symbolic link</source>
        <translation>符号链接</translation>
    </message>
    <message>
        <source>a FIFO</source>
        <translation>命名管道</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>套接字</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>设备文件</translation>
    </message>
    <message>
        <source>a folder where a file is expected</source>
        <translation>应为文件之处是文件夹</translation>
    </message>
    <message>
        <source>a file where a folder is expected</source>
        <translation>应为文件夹之处是文件</translation>
    </message>
    <message>
        <source>rename the folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>exchange the folders</source>
        <translation>交换文件夹</translation>
    </message>
    <message>
        <source>read the file&apos;s size</source>
        <translation>读取文件大小</translation>
    </message>
    <message>
        <source>create the folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>create the file</source>
        <translation>创建文件</translation>
    </message>
    <message>
        <source>write the file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>flush the file</source>
        <translation>把文件写入磁盘</translation>
    </message>
    <message>
        <source>close the file</source>
        <translation>关闭文件</translation>
    </message>
    <message>
        <source>open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>its data is damaged</source>
        <translation>其数据已损坏</translation>
    </message>
    <message>
        <source>an entry is larger than 1 MiB</source>
        <translation>有条目超过 1 MiB</translation>
    </message>
    <message>
        <source>it is not a zip file</source>
        <translation>它不是 zip 文件</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>它已损坏</translation>
    </message>
    <message>
        <source>it is encrypted</source>
        <translation>它已加密</translation>
    </message>
    <message>
        <source>it holds more than 4 MiB</source>
        <translation>内容超过 4 MiB</translation>
    </message>
    <message>
        <source>bundle.json is not an object</source>
        <translation>bundle.json 不是对象</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>它属于其他版本</translation>
    </message>
    <message>
        <source>bundle.json has an entry in needs that is not an object</source>
        <translation>bundle.json 中有的需求不是对象</translation>
    </message>
    <message>
        <source>it has changed since it was shown</source>
        <translation>它在显示之后已被更改</translation>
    </message>
    <message>
        <source>it is larger than 4 MiB</source>
        <translation>它超过 4 MiB</translation>
    </message>
    <message>
        <source>this section is an alias of another part of the text</source>
        <translation>该节是文本其他部分的别名</translation>
    </message>
    <message>
        <source>its line contains other text too</source>
        <translation>其所在行还有其他内容</translation>
    </message>
    <message>
        <source>it cannot be changed without touching other parts of the text</source>
        <translation>无法在不影响文本其他部分的情况下修改它</translation>
    </message>
    <message>
        <source>a value must be one line of text</source>
        <translation>取值必须是单行文本</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>不是对象</translation>
    </message>
    <message>
        <source>too few elements</source>
        <translation>元素太少</translation>
    </message>
    <message>
        <source>not a list</source>
        <translation>不是列表</translation>
    </message>
    <message>
        <source>not a text</source>
        <translation>不是文本</translation>
    </message>
    <message>
        <source>neither true nor false</source>
        <translation>既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>not a number from 0</source>
        <translation>不是从 0 开始的整数</translation>
    </message>
    <message>
        <source>neither text A nor B</source>
        <translation>既不是文本 A 也不是文本 B</translation>
    </message>
    <message>
        <source>not 1.0</source>
        <translation>不是 1.0</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>probabilities are not together</source>
        <translation>各概率列不相邻</translation>
    </message>
    <message>
        <source>no prediction</source>
        <translation>没有预测</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>no column step and no column epoch</source>
        <translation>既没有 step 列也没有 epoch 列</translation>
    </message>
    <message>
        <source>no line is complete</source>
        <translation>没有一行是完整的</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>must be an object of id to name</source>
        <translation>必须是由编号到名称的对象</translation>
    </message>
    <message>
        <source>quantized weights are not supported</source>
        <translation>不支持量化权重</translation>
    </message>
    <message>
        <source>must be larger than pad_token_id + 1</source>
        <translation>必须大于 pad_token_id + 1</translation>
    </message>
    <message>
        <source>an added token is empty after normalization</source>
        <translation>一个附加词元规范化后什么都没有剩下</translation>
    </message>
    <message>
        <source>an entry is not valid</source>
        <translation>有一项无效</translation>
    </message>
    <message>
        <source>the list of corrections is missing</source>
        <translation>缺少更正列表</translation>
    </message>
    <message>
        <source>a correction is not an object</source>
        <translation>有一处更正不是对象</translation>
    </message>
    <message>
        <source>a value is missing or of another type</source>
        <translation>有一个值缺失或类型不同</translation>
    </message>
    <message>
        <source>the compute capability is not a number</source>
        <translation>计算能力不是数字</translation>
    </message>
    <message>
        <source>create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>flush</source>
        <translation>刷新到磁盘</translation>
    </message>
    <message>
        <source>rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>best/, final/ and the report</source>
        <translation>best/、final/ 和报告</translation>
    </message>
    <message>
        <source>final/ and the report</source>
        <translation>final/ 和报告</translation>
    </message>
    <message>
        <source>the damaged file, which the next correction sets aside</source>
        <translation>损坏的文件；下一次更正会把它移到一边</translation>
    </message>
    <message>
        <source>must be a list of layers&apos; names or &quot;all-linear&quot;</source>
        <translation>必须是层名称的列表，或 all-linear</translation>
    </message>
    <message>
        <source>is not supported in adapters</source>
        <translation>适配器不支持此项</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>of an unknown format</source>
        <translation>未知格式</translation>
    </message>
    <message>
        <source>it has no pixels</source>
        <translation>它没有像素</translation>
    </message>
    <message>
        <source>the image ends early: the file is truncated</source>
        <translation>图像提前结束：文件被截断</translation>
    </message>
    <message>
        <source>it has more or fewer values than its dimensions say</source>
        <translation>它的数值个数与其维度不符</translation>
    </message>
    <message>
        <source>no images are found</source>
        <translation>未找到图像</translation>
    </message>
    <message>
        <source>its data in the archive is damaged</source>
        <translation>它在压缩包中的数据已损坏</translation>
    </message>
    <message>
        <source>it is not a zip archive, or is truncated</source>
        <translation>它不是 zip 压缩包，或被截断</translation>
    </message>
    <message>
        <source>it is one part of a split archive</source>
        <translation>它是分卷压缩包的一部分</translation>
    </message>
    <message>
        <source>rows have a tag for each word; edit the file</source>
        <translation>每个词各有一个标注；请直接编辑文件</translation>
    </message>
    <message>
        <source>more than {} bytes</source>
        <translation>超过 {} 字节</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>连接已关闭</translation>
    </message>
    <message>
        <source>larger</source>
        <translation>更大</translation>
    </message>
    <message>
        <source>smaller</source>
        <translation>更小</translation>
    </message>
    <message>
        <source>its hash differs</source>
        <translation>哈希不同</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>ONNX export does not support decoders</source>
        <translation>解码器在此没有 ONNX 形式</translation>
    </message>
    <message>
        <source>ONNX export does not support block-sparse attention</source>
        <translation>块稀疏注意力在此没有 ONNX 形式</translation>
    </message>
    <message>
        <source>there is no such file, and no such data set has been downloaded</source>
        <translation>没有这样的文件，也没有下载过这样的数据集</translation>
    </message>
    <message>
        <source>the data set has no CSV, TSV, JSON or Parquet files</source>
        <translation>该数据集没有 CSV、TSV、JSON 或 Parquet 文件</translation>
    </message>
    <message>
        <source>the data set has no {}; it has {}</source>
        <translation>该数据集没有 {}；它有 {}</translation>
    </message>
    <message>
        <source>the repository already exists and is public</source>
        <translation>该仓库已存在且为公开</translation>
    </message>
    <message>
        <source>the files of the split have different columns</source>
        <translation>该划分的各文件列不同</translation>
    </message>
    <message>
        <source>neither lines of JSON objects nor an array of them</source>
        <translation>既不是逐行的 JSON 对象，也不是 JSON 对象数组</translation>
    </message>
    <message>
        <source>URLs are not supported here</source>
        <translation>不读取网址</translation>
    </message>
    <message>
        <source>download the file and give its path; models and data sets on the Hugging Face hub are named ORG/NAME</source>
        <translation>请先下载，再给出其路径；Hugging Face Hub 上的内容用 ORG/NAME 表示</translation>
    </message>
    <message>
        <source>~ is expanded only in presets and by the shell</source>
        <translation>只有在预设和 shell 中，~ 才表示主目录</translation>
    </message>
    <message>
        <source>write the whole path</source>
        <translation>请写出完整路径</translation>
    </message>
    <message>
        <source>a broken symbolic link</source>
        <translation>链接指向的目标不存在</translation>
    </message>
    <message>
        <source>ask its owner for read permission (chmod -R a+rX), or use a copy of your own</source>
        <translation>请向其所有者申请读取权限（chmod -R a+rX），或使用您自己的副本</translation>
    </message>
    <message>
        <source>its lines end with a carriage return (CR) alone</source>
        <translation>其各行仅以回车符（CR）结尾</translation>
    </message>
    <message>
        <source>save the file with line ends LF or CRLF</source>
        <translation>请以 LF 或 CRLF 换行符保存该文件</translation>
    </message>
    <message>
        <source>it has none of a report&apos;s figures</source>
        <translation>其中没有任何报告指标</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>error[TD%1]: %2</source>
        <translation>错误[TD%1]：%2</translation>
    </message>
    <message>
        <source>; where (%1)</source>
        <translation>；位置（%1）</translation>
    </message>
    <message>
        <source>; kept: %1</source>
        <translation>；已保留：%1</translation>
    </message>
    <message>
        <source>; next: %1</source>
        <translation>；下一步：%1</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>Test accuracy</source>
        <translation>测试准确率</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>宏平均 F1</translation>
    </message>
    <message>
        <source>Best validation accuracy</source>
        <translation>最佳验证准确率</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>测试损失</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer&apos;s state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作内存</translation>
    </message>
    <message>
        <source>Memory while loading</source>
        <translation>加载时内存</translation>
    </message>
    <message>
        <source>Pearson correlation</source>
        <translation>皮尔逊相关系数</translation>
    </message>
    <message>
        <source>Spearman correlation</source>
        <translation>斯皮尔曼相关系数</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>微平均 F1</translation>
    </message>
    <message>
        <source>F1 by sample</source>
        <translation>样本平均 F1</translation>
    </message>
    <message>
        <source>Subset accuracy</source>
        <translation>子集准确率</translation>
    </message>
    <message>
        <source>Mean average precision</source>
        <translation>平均精度均值</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Token accuracy</source>
        <translation>词元准确率</translation>
    </message>
    <message>
        <source>Exact match</source>
        <translation>完全匹配率</translation>
    </message>
    <message>
        <source>Precision of entities</source>
        <translation>实体精确率</translation>
    </message>
    <message>
        <source>Recall of entities</source>
        <translation>实体召回率</translation>
    </message>
    <message>
        <source>F1 of entities</source>
        <translation>实体 F1</translation>
    </message>
    <message>
        <source>Mean reciprocal rank</source>
        <translation>平均倒数排名</translation>
    </message>
    <message>
        <source>Recall at 1</source>
        <translation>前 1 名召回率</translation>
    </message>
    <message>
        <source>Recall at 5</source>
        <translation>前 5 名召回率</translation>
    </message>
    <message>
        <source>Recall at 10</source>
        <translation>前 10 名召回率</translation>
    </message>
    <message>
        <source>Accuracy of triplets</source>
        <translation>三元组准确率</translation>
    </message>
    <message>
        <source>Spearman correlation of the cosine</source>
        <translation>余弦的斯皮尔曼相关</translation>
    </message>
    <message>
        <source>Pearson correlation of the cosine</source>
        <translation>余弦的皮尔逊相关</translation>
    </message>
    <message>
        <source>Test rows in several windows</source>
        <translation>分多个窗口读取的测试行</translation>
    </message>
    <message>
        <source>Windows of the test rows</source>
        <translation>测试行的窗口数</translation>
    </message>
</context>
<context>
    <name>FindingText</name>
    <message>
        <source> (the first in line %1: %2)</source>
        <translation>（第一处在第 %1 行：%2）</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) cannot be used</source>
        <translation>
            <numerusform>%1：%n 行无法使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) cannot be used and are left out</source>
        <translation>
            <numerusform>%1：%n 行无法使用，已忽略</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) with a label that no training row has: %2</source>
        <translation>
            <numerusform>%1：%n 行的标签未在训练行中出现：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) with a label that no training row has are left out: %2</source>
        <translation>
            <numerusform>%1：%n 行的标签未在训练行中出现，已忽略：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) repeat the header</source>
        <translation>
            <numerusform>%1：%n 行重复了表头</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the fields are quoted, and are read without their quotes</source>
        <translation>%1：字段带引号，读取时已去掉引号</translation>
    </message>
    <message>
        <source>Labels that differ only in case or spaces: %1</source>
        <translation>仅大小写或空格不同的标签：%1</translation>
    </message>
    <message numerus="yes">
        <source>Many classes for %n training row(s): is data.label_column the right column?</source>
        <translation>
            <numerusform>%n 个训练行却有很多类别：data.label_column 选对了吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Classes with few training rows: %1</source>
        <translation>训练行很少的类别：%1</translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n row(s)</source>
        <translation>
            <numerusform>忽略 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Merge into %1</source>
        <translation>合并为 %1</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n row(s)</source>
        <translation>
            <numerusform>移除 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Sets data.bad_rows to skip: such rows, of all files, are counted and listed, not used</source>
        <translation>将 data.bad_rows 设为 skip：所有文件中的此类行会被计数并列出，但不使用</translation>
    </message>
    <message>
        <source>Writes copies of the files beside them, with one label in place of these, and sets the preset to the copies</source>
        <translation>在原文件旁边写入把这些标签合并后的副本，并让预设使用这些副本</translation>
    </message>
    <message>
        <source>Writes a copy of %1 beside it, without these rows, and sets the preset to the copy</source>
        <translation>在 %1 旁边写入不含这些行的副本，并让预设使用该副本</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of %1 are also in %2: they inflate the score</source>
        <translation>
            <numerusform>%1 中有 %n 行也在%2中：得分会虚高</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FreeForm</name>
    <message>
        <source>a name of at most 100 bytes without / or \ that does not begin with a dot</source>
        <translation>不超过 100 字节、不含 / 或 \ 且不以点开头的名称</translation>
    </message>
    <message>
        <source>a number N for every N blocks</source>
        <translation>数字 N，表示每 N 个块</translation>
    </message>
    <message>
        <source>a list of different CUDA indices, as [0, 1]</source>
        <translation>互不相同的 CUDA 编号列表，例如 [0, 1]</translation>
    </message>
    <message>
        <source>a list of one weight from 1e-9 to 1e9 a class, as [1, 2.5]</source>
        <translation>每个类别一个 1e-9 到 1e9 的权重的列表，例如 [1, 2.5]</translation>
    </message>
    <message>
        <source>a list of layers by the end of their names, as [q_proj, v_proj]</source>
        <translation>以名称结尾写出的层的列表，如 [q_proj, v_proj]</translation>
    </message>
    <message>
        <source>a list of patterns, as [&quot;embeddings.*&quot;, &quot;*.layer.0.*&quot;]</source>
        <translation>模式的列表，如 [&quot;embeddings.*&quot;, &quot;*.layer.0.*&quot;]</translation>
    </message>
    <message>
        <source>a list of numbers of layers, as [4, 4, 4]</source>
        <translation>层数列表，例如 [4, 4, 4]</translation>
    </message>
    <message>
        <source>a branch, a tag or a commit</source>
        <translation>分支、标签或提交</translation>
    </message>
    <message>
        <source>a list of files with commas between them</source>
        <translation>以逗号分隔的文件列表</translation>
    </message>
</context>
<context>
    <name>KeyLabel</name>
    <message>
        <source>Image column</source>
        <translation>图像列</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像大小</translation>
    </message>
    <message>
        <source>Random crop</source>
        <translation>随机裁剪</translation>
    </message>
    <message>
        <source>Horizontal flip</source>
        <translation>水平翻转</translation>
    </message>
    <message>
        <source>RandAugment operations</source>
        <translation>RandAugment 操作数</translation>
    </message>
    <message>
        <source>RandAugment magnitude</source>
        <translation>RandAugment 强度</translation>
    </message>
    <message>
        <source>Word column</source>
        <translation>词列</translation>
    </message>
    <message>
        <source>Tag column</source>
        <translation>标记列</translation>
    </message>
    <message>
        <source>Tag names</source>
        <translation>标记名称</translation>
    </message>
    <message>
        <source>Negative text column</source>
        <translation>负例文本列</translation>
    </message>
    <message>
        <source>Similarity column</source>
        <translation>相似度列</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model revision</source>
        <translation>模型修订版本</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Trained part</source>
        <translation>训练的部分</translation>
    </message>
    <message>
        <source>Trained layers</source>
        <translation>训练的层数</translation>
    </message>
    <message>
        <source>Frozen parameters</source>
        <translation>冻结的参数</translation>
    </message>
    <message>
        <source>Replace a mismatched head</source>
        <translation>替换不匹配的输出层</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>New architecture</source>
        <translation>新建架构</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Feed-forward size</source>
        <translation>前馈维度</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Patch size</source>
        <translation>图块大小</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <source>Adapter alpha</source>
        <translation>适配器 alpha</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>适配器 dropout</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>加适配器的层</translation>
    </message>
    <message>
        <source>Rank-stabilized scaling</source>
        <translation>按秩稳定的缩放</translation>
    </message>
    <message>
        <source>4-bit base weights</source>
        <translation>4 位基础权重</translation>
    </message>
    <message>
        <source>Double quantization</source>
        <translation>双重量化</translation>
    </message>
    <message>
        <source>Data parallelism</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>进程数</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>Pipeline chunks</source>
        <translation>流水线分块</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Collectives backend</source>
        <translation>通信后端</translation>
    </message>
    <message>
        <source>Gradient bucket size</source>
        <translation>梯度桶大小</translation>
    </message>
    <message>
        <source>Uneven batches</source>
        <translation>批数不等时</translation>
    </message>
    <message>
        <source>Average over all ranks</source>
        <translation>按全部进程平均</translation>
    </message>
    <message>
        <source>Rendezvous port</source>
        <translation>会合端口</translation>
    </message>
    <message>
        <source>Continue after a lost rank</source>
        <translation>失去进程后继续</translation>
    </message>
    <message>
        <source>Allow oversubscription</source>
        <translation>允许超额使用</translation>
    </message>
    <message>
        <source>Heartbeat interval</source>
        <translation>心跳间隔</translation>
    </message>
    <message>
        <source>Rank timeout</source>
        <translation>进程超时</translation>
    </message>
    <message>
        <source>Disk timeout</source>
        <translation>磁盘超时</translation>
    </message>
    <message>
        <source>Start timeout</source>
        <translation>启动超时</translation>
    </message>
    <message>
        <source>Stop grace period</source>
        <translation>停止宽限期</translation>
    </message>
    <message>
        <source>Kill grace period</source>
        <translation>终止宽限期</translation>
    </message>
    <message>
        <source>Viewer queue</source>
        <translation>查看器队列</translation>
    </message>
    <message>
        <source>Schema version</source>
        <translation>结构版本</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Published recipe</source>
        <translation>已发表的实验</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>最大长度</translation>
    </message>
    <message>
        <source>Truncated side</source>
        <translation>截断的一端</translation>
    </message>
    <message>
        <source>Window overlap</source>
        <translation>窗口重叠</translation>
    </message>
    <message>
        <source>Windows per row</source>
        <translation>每行窗口数</translation>
    </message>
    <message>
        <source>Document boundaries</source>
        <translation>文档边界</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation>验证数据</translation>
    </message>
    <message>
        <source>Test data</source>
        <translation>测试数据</translation>
    </message>
    <message>
        <source>Validation split</source>
        <translation>验证集比例</translation>
    </message>
    <message>
        <source>Test split</source>
        <translation>测试集比例</translation>
    </message>
    <message>
        <source>Split file</source>
        <translation>划分文件</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>文本列</translation>
    </message>
    <message>
        <source>Second text column</source>
        <translation>第二文本列</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>标签列</translation>
    </message>
    <message>
        <source>Label separator</source>
        <translation>标签分隔符</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>批的组成</translation>
    </message>
    <message>
        <source>Unusable rows</source>
        <translation>不可用的行</translation>
    </message>
    <message>
        <source>Row sampling</source>
        <translation>行的抽样</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Tokenizer threads</source>
        <translation>分词线程</translation>
    </message>
    <message>
        <source>Token cache limit</source>
        <translation>分词缓存上限</translation>
    </message>
    <message>
        <source>Evaluation interval</source>
        <translation>评估间隔</translation>
    </message>
    <message>
        <source>Steps between evaluations</source>
        <translation>评估之间的步数</translation>
    </message>
    <message>
        <source>Evaluate at the start</source>
        <translation>开始时评估</translation>
    </message>
    <message>
        <source>Sample prompts</source>
        <translation>示例提示</translation>
    </message>
    <message>
        <source>Sample length</source>
        <translation>示例长度</translation>
    </message>
    <message>
        <source>Compute precision</source>
        <translation>计算精度</translation>
    </message>
    <message>
        <source>Parameter precision</source>
        <translation>参数精度</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>Initial loss scale</source>
        <translation>初始损失缩放</translation>
    </message>
    <message>
        <source>Loss scale window</source>
        <translation>损失缩放窗口</translation>
    </message>
    <message>
        <source>Loss scale growth</source>
        <translation>损失缩放增长系数</translation>
    </message>
    <message>
        <source>Loss scale backoff</source>
        <translation>损失缩放回退系数</translation>
    </message>
    <message>
        <source>Loss scale hysteresis</source>
        <translation>损失缩放滞后</translation>
    </message>
    <message>
        <source>Minimum loss scale</source>
        <translation>最小损失缩放</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>Optimizer in backward</source>
        <translation>反向传播中更新参数</translation>
    </message>
    <message>
        <source>Offload to host</source>
        <translation>卸载到主机内存</translation>
    </message>
    <message>
        <source>Initialize on the device</source>
        <translation>在设备上初始化</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>检查点之间的步数</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留的检查点</translation>
    </message>
    <message>
        <source>Write in the background</source>
        <translation>后台写入</translation>
    </message>
    <message>
        <source>Retry interval</source>
        <translation>重试间隔</translation>
    </message>
    <message>
        <source>Best-model metric</source>
        <translation>最佳模型指标</translation>
    </message>
    <message>
        <source>Better direction</source>
        <translation>优化方向</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>日志级别</translation>
    </message>
    <message>
        <source>Steps between logs</source>
        <translation>日志之间的步数</translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation>TensorBoard 文件</translation>
    </message>
    <message>
        <source>Batch size per device</source>
        <translation>每设备批大小</translation>
    </message>
    <message>
        <source>Evaluation batch size</source>
        <translation>评估批大小</translation>
    </message>
    <message>
        <source>Drop the last batch</source>
        <translation>丢弃末尾不满的批</translation>
    </message>
    <message>
        <source>Tokens per batch</source>
        <translation>每批词元数</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Maximum steps</source>
        <translation>最大步数</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Adam beta 1</source>
        <translation>Adam beta 1</translation>
    </message>
    <message>
        <source>Adam beta 2</source>
        <translation>Adam beta 2</translation>
    </message>
    <message>
        <source>Adam epsilon</source>
        <translation>Adam epsilon</translation>
    </message>
    <message>
        <source>SGD momentum</source>
        <translation>SGD 动量</translation>
    </message>
    <message>
        <source>Nesterov momentum</source>
        <translation>Nesterov 动量</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率计划</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>Warm-up ratio</source>
        <translation>预热比例</translation>
    </message>
    <message>
        <source>Step interval</source>
        <translation>阶梯间隔</translation>
    </message>
    <message>
        <source>Step factor</source>
        <translation>阶梯系数</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Layer-wise rate decay</source>
        <translation>逐层学习率衰减</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA 衰减</translation>
    </message>
    <message>
        <source>Mixup alpha</source>
        <translation>Mixup alpha</translation>
    </message>
    <message>
        <source>CutMix alpha</source>
        <translation>CutMix alpha</translation>
    </message>
    <message>
        <source>Early-stopping patience</source>
        <translation>提前停止的耐心</translation>
    </message>
    <message>
        <source>Early-stopping threshold</source>
        <translation>提前停止的阈值</translation>
    </message>
    <message>
        <source>On NaN or Inf</source>
        <translation>遇到 NaN 或 Inf 时</translation>
    </message>
    <message>
        <source>NaN or Inf limit</source>
        <translation>NaN 或 Inf 的上限</translation>
    </message>
    <message>
        <source>Loss spike factor</source>
        <translation>损失尖峰倍数</translation>
    </message>
    <message>
        <source>On a loss spike</source>
        <translation>遇到损失尖峰时</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>Focal loss gamma</source>
        <translation>焦点损失 gamma</translation>
    </message>
    <message>
        <source>Similarity scale</source>
        <translation>相似度缩放</translation>
    </message>
    <message>
        <source>Class weights</source>
        <translation>类别权重</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>计算线程</translation>
    </message>
    <message>
        <source>More validation sets</source>
        <translation>更多验证集</translation>
    </message>
    <message>
        <source>Sample predictions</source>
        <translation>样例预测</translation>
    </message>
</context>
<context>
    <name>KeyText</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>A smaller training.learning_rate, or training.max_grad_norm, reduces spikes; check the rows of these steps.</source>
        <translation>较小的 training.learning_rate 或 training.max_grad_norm 可抑制尖峰；请看这些步的行。</translation>
    </message>
    <message>
        <source>Lower training.learning_rate, set training.max_grad_norm, or on_nonfinite: rewind.</source>
        <translation>降低 training.learning_rate，设置 training.max_grad_norm，或 on_nonfinite: rewind。</translation>
    </message>
    <message>
        <source>Check the machine&apos;s cooling. The device throttles by itself; pause the run to let it cool.</source>
        <translation>请检查机器散热；设备会自行降速，暂停运行可让它冷却。</translation>
    </message>
    <message>
        <source>Free some space: checkpoints of old runs (Free space), or a smaller checkpoint.keep.</source>
        <translation>请释放一些空间：旧运行的检查点（释放空间），或更小的 checkpoint.keep。</translation>
    </message>
    <message>
        <source>Choose other devices with parallel.devices, or end the other program.</source>
        <translation>用 parallel.devices 选择其他设备，或结束另一个程序。</translation>
    </message>
    <message>
        <source>Remove the rows that several splits share: they inflate the test score.</source>
        <translation>请删除多个划分共有的行：它们使测试看起来比实际好。</translation>
    </message>
    <message>
        <source>The Data page lists the rows with their places.</source>
        <translation>“数据”页列出这些行及其位置。</translation>
    </message>
    <message>
        <source>Reset the GPU (nvidia-smi --gpu-reset) or restart the machine, then resume the run.</source>
        <translation>请重置 GPU（nvidia-smi --gpu-reset）或重启机器，然后恢复运行。</translation>
    </message>
    <message>
        <source>The model folder&apos;s head is for other labels; the new head is trained from scratch. This is normal for a new task.</source>
        <translation>模型文件夹的最后一层对应其他标签，新的一层从零学习。换新任务时这很正常。</translation>
    </message>
    <message>
        <source>Start again with a smaller training.learning_rate; a longer warm-up or training.max_grad_norm helps too.</source>
        <translation>请用更小的 training.learning_rate 重新开始；更长的预热或 training.max_grad_norm 也有帮助。</translation>
    </message>
    <message>
        <source>If these are one class, use one spelling in the files.</source>
        <translation>如果它们是同一类别，请在文件中统一写法。</translation>
    </message>
    <message>
        <source>The model folder is incomplete: copy it again from its source.</source>
        <translation>模型文件夹不完整：请从来源重新复制。</translation>
    </message>
</context>
<context>
    <name>ModelFinder</name>
    <message>
        <source>best of %1</source>
        <translation>%1 的最佳模型</translation>
    </message>
    <message>
        <source>its weights are a pickle, which may run code; save them as model.safetensors</source>
        <translation>其权重是 pickle 文件，可能执行代码；请另存为 model.safetensors</translation>
    </message>
    <message>
        <source>it has no model.safetensors</source>
        <translation>缺少 model.safetensors</translation>
    </message>
    <message>
        <source>it has no tokenizer (tokenizer.json, vocab.txt, or vocab.json with merges.txt)</source>
        <translation>缺少分词器（tokenizer.json、vocab.txt，或 vocab.json 与 merges.txt）</translation>
    </message>
    <message>
        <source>%1, %2 layers of %3</source>
        <translation>%1，%2 层，宽 %3</translation>
    </message>
</context>
<context>
    <name>PageCommands</name>
    <message>
        <source>Go to</source>
        <translation>前往</translation>
    </message>
</context>
<context>
    <name>Phrase</name>
    <message>
        <source>stopping: the step is finished and saved</source>
        <translation>正在停止：完成并保存当前步</translation>
    </message>
    <message>
        <source>pausing after this step</source>
        <translation>这一步之后暂停</translation>
    </message>
    <message>
        <source>continuing</source>
        <translation>正在继续</translation>
    </message>
    <message>
        <source>saving a checkpoint after this step</source>
        <translation>这一步之后保存检查点</translation>
    </message>
    <message>
        <source>saving a checkpoint; the run stays paused</source>
        <translation>正在保存检查点；运行保持暂停</translation>
    </message>
    <message>
        <source>killed; the last committed checkpoint is kept</source>
        <translation>已强制结束；保留最后一个已提交的检查点</translation>
    </message>
    <message>
        <source>the run is {}</source>
        <translation>运行处于“{}”状态</translation>
    </message>
    <message>
        <source>no such command</source>
        <translation>没有这个命令</translation>
    </message>
    <message>
        <source>checkpoint of step {}</source>
        <translation>第 {} 步的检查点</translation>
    </message>
    <message>
        <source>checkpoint of step {}, metrics to step {}</source>
        <translation>第 {} 步的检查点，到第 {} 步的指标</translation>
    </message>
    <message>
        <source>no checkpoint yet</source>
        <translation>尚无检查点</translation>
    </message>
    <message>
        <source>no checkpoint yet, metrics to step {}</source>
        <translation>尚无检查点，到第 {} 步的指标</translation>
    </message>
    <message>
        <source>the last committed checkpoint, if there was one</source>
        <translation>最后一个已提交的检查点（如果有）</translation>
    </message>
    <message>
        <source>the last committed checkpoint, if there was one, metrics to step {}</source>
        <translation>最后一个已提交的检查点（如果有），到第 {} 步的指标</translation>
    </message>
    <message>
        <source>libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>logits {}</source>
        <translation>输出（logits），{}</translation>
    </message>
    <message>
        <source>gradients {}</source>
        <translation>梯度，{}</translation>
    </message>
    <message>
        <source>nccl</source>
        <translation>NCCL 通信</translation>
    </message>
    <message>
        <source>nccl, {} GPUs</source>
        <translation>NCCL 通信，{} 个 GPU</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>training {}</source>
        <translation>训练，{}</translation>
    </message>
    <message>
        <source>static graph</source>
        <translation>静态图</translation>
    </message>
    <message>
        <source>static graph, {}</source>
        <translation>静态图，{}</translation>
    </message>
    <message>
        <source>8-bit AdamW</source>
        <translation>8 位 AdamW</translation>
    </message>
    <message>
        <source>activation checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>optimizer in backward</source>
        <translation>反向传播中更新优化器</translation>
    </message>
    <message>
        <source>optimizer offloaded</source>
        <translation>优化器卸载到主机</translation>
    </message>
    <message>
        <source>parameters offloaded</source>
        <translation>参数卸载到主机</translation>
    </message>
    <message>
        <source>activations offloaded</source>
        <translation>激活值卸载到主机</translation>
    </message>
    <message>
        <source>the worker reported nothing</source>
        <translation>工作进程没有任何输出</translation>
    </message>
    <message>
        <source>LibTorch has no kernels for {}, only for {}</source>
        <translation>LibTorch 没有适用于 {} 的内核，只有 {} 的</translation>
    </message>
    <message>
        <source>needs compute capability {}</source>
        <translation>需要计算能力 {}</translation>
    </message>
    <message>
        <source>the check timed out</source>
        <translation>检查时间已用完</translation>
    </message>
    <message>
        <source>the reference training on the CPU failed</source>
        <translation>用于比较的处理器训练失败</translation>
    </message>
    <message>
        <source>it wrote no weights</source>
        <translation>它没有留下权重</translation>
    </message>
    <message>
        <source>weights differ; losses differ by {}</source>
        <translation>权重不同；损失相差 {}</translation>
    </message>
    <message>
        <source>hung: no output for {} s</source>
        <translation>无响应：{} 秒没有输出</translation>
    </message>
    <message>
        <source>killed by signal {}</source>
        <translation>因信号 {} 终止</translation>
    </message>
    <message>
        <source>exited with code {} without a message</source>
        <translation>以代码 {} 结束，没有任何输出</translation>
    </message>
    <message>
        <source>exited with code {}: {}</source>
        <translation>以代码 {} 结束：{}</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>not a number (NaN or Inf)</source>
        <translation>不是有效数值</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>differs by {}</source>
        <translation>相差 {}</translation>
    </message>
    <message>
        <source>differs by {}, {} allowed</source>
        <translation>相差 {}，允许 {}</translation>
    </message>
    <message>
        <source>rank {} did not enter the {}, which rank {} did (step {})</source>
        <translation>进程 {} 没有进入{}，而进程 {} 已进入（第 {} 步）</translation>
    </message>
    <message>
        <source>rank {} called the {} where rank {} called the {} (step {})</source>
        <translation>进程 {} 调用了{}，而进程 {} 在同一处调用了{}（第 {} 步）</translation>
    </message>
    <message>
        <source>all ranks entered the {}, which did not finish (step {})</source>
        <translation>所有进程都在{}中，但它没有结束（第 {} 步）</translation>
    </message>
    <message>
        <source>rank {} did not finish the {} that the others waited for (step {})</source>
        <translation>进程 {} 没有完成其他进程等待的{}（第 {} 步）</translation>
    </message>
    <message>
        <source>rank {} failed after the {} (step {})</source>
        <translation>进程 {} 在{}之后出错（第 {} 步）</translation>
    </message>
    <message>
        <source>rank {}: {} {} of {} bytes, ranks {}, block {}</source>
        <translation>进程 {}：{}，第 {} 次，{} 字节，进程组 {}，块 {}</translation>
    </message>
    <message>
        <source>used with {}</source>
        <translation>与 {} 一起使用时才有作用</translation>
    </message>
    <message>
        <source>determined by {}</source>
        <translation>由 {} 决定</translation>
    </message>
    <message>
        <source>{} names a file</source>
        <translation>{} 已指定文件</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{} 的值为 {}</translation>
    </message>
    <message>
        <source>nothing is evaluated: evaluation.strategy is no</source>
        <translation>不进行评估：evaluation.strategy 的值为 no</translation>
    </message>
    <message>
        <source>parallel.strategy is single: one process</source>
        <translation>parallel.strategy 的值为 single：只有一个进程</translation>
    </message>
    <message>
        <source>used with several data ranks: parallel.strategy: ddp or a later one, and parallel.processes</source>
        <translation>有多个数据并行进程时才有作用：parallel.strategy 为 ddp 或其后的策略，并设置 parallel.processes</translation>
    </message>
    <message>
        <source>the strategy sums gradients block by block; buckets are those of ddp</source>
        <translation>该策略逐块对梯度求和；分桶只用于 ddp</translation>
    </message>
    <message>
        <source>this version supports only {}</source>
        <translation>此版本只支持 {}</translation>
    </message>
    <message>
        <source>this version supports no other value</source>
        <translation>此版本没有其他选择</translation>
    </message>
    <message>
        <source>is missing: {}</source>
        <translation>缺少此项：{}</translation>
    </message>
    <message>
        <source>needs rows with one class each, which task: {} does not have; use {}</source>
        <translation>只用于每行恰有一个类别的数据，而 task: {} 没有类别；请使用 {}</translation>
    </message>
    <message>
        <source>conflicts with {}; keep the file or the fraction</source>
        <translation>与 {} 同时出现；请只保留文件或比例之一</translation>
    </message>
    <message>
        <source>and data.test_split leave no rows to train on; together they must stay below 1</source>
        <translation>与 data.test_split 之和没有留下可训练的行；两者之和必须小于 1</translation>
    </message>
    <message>
        <source>is empty; name a column of the files</source>
        <translation>为空；请填写文件中的列名</translation>
    </message>
    <message>
        <source>is also the text column; name the label column</source>
        <translation>同时也是文本列；请填写标签列的名称</translation>
    </message>
    <message>
        <source>is also the text column; name the column of the second text or leave it empty</source>
        <translation>同时也是文本列；请填写第二段文本的列名，或留空</translation>
    </message>
    <message>
        <source>is longer than {} bytes; give the text that separates two labels, such as ;</source>
        <translation>超过 {} 字节；请填写两个标签之间的分隔符，例如 ;</translation>
    </message>
    <message>
        <source>({}) cannot hold a row of data.max_length ({}) tokens; raise it, or lower data.max_length</source>
        <translation>（{}）容不下一行 data.max_length（{}）个词元；请增大它，或减小 data.max_length</translation>
    </message>
    <message>
        <source>0 trains nothing; use -1 or at least 1</source>
        <translation>0 表示不训练；请使用 -1 或不小于 1 的值</translation>
    </message>
    <message>
        <source>belongs to optim: sgd; use that, or momentum: 0</source>
        <translation>只属于 optim: sgd；请使用 sgd，或设 momentum: 0</translation>
    </message>
    <message>
        <source>belongs to optim: sgd; use that, or nesterov: false</source>
        <translation>只属于 optim: sgd；请使用 sgd，或设 nesterov: false</translation>
    </message>
    <message>
        <source>needs momentum above 0; set training.momentum (0.9 is usual), or nesterov: false</source>
        <translation>需要大于 0 的动量；请设置 training.momentum（通常为 0.9），或设 nesterov: false</translation>
    </message>
    <message>
        <source>must be above 1, or 0 for never</source>
        <translation>必须大于 1；0 表示从不</translation>
    </message>
    <message>
        <source>rewind needs checkpoints, which logging.level: none disables; use skip or stop</source>
        <translation>rewind 需要检查点，而 logging.level: none 不保存检查点；请使用 skip 或 stop</translation>
    </message>
    <message>
        <source>must be above 0 with strategy: steps; say how many steps</source>
        <translation>在 strategy: steps 时必须大于 0；请填写步数</translation>
    </message>
    <message>
        <source>needs validation rows; give data.validation, or data.validation_split (0.1 is usual), or use strategy: no</source>
        <translation>需要验证数据；请指定 data.validation 或 data.validation_split（通常为 0.1），或使用 strategy: no</translation>
    </message>
    <message>
        <source>needs a validation text; name a file in data.validation, or use strategy: no</source>
        <translation>需要验证文本；请在 data.validation 中指定文件，或使用 strategy: no</translation>
    </message>
    <message>
        <source>needs evaluations; use evaluation.strategy: epoch or steps, or patience 0</source>
        <translation>需要评估；请使用 evaluation.strategy: epoch 或 steps，或将耐心值设为 0</translation>
    </message>
    <message>
        <source>is a callback, which logging.level: none disables; use level: full, or patience 0</source>
        <translation>是一个回调，而 logging.level: none 不运行回调；请使用 level: full，或将耐心值设为 0</translation>
    </message>
    <message>
        <source>({}) is not a metric of task: {}; use {}</source>
        <translation>（{}）不是 task: {} 的指标；请使用 {}</translation>
    </message>
    <message>
        <source>must be min for monitor: {}, which is better when it is low</source>
        <translation>对 monitor: {} 必须为 min，因为该指标越低越好</translation>
    </message>
    <message>
        <source>must be max for monitor: {}, which is better when it is high</source>
        <translation>对 monitor: {} 必须为 max，因为该指标越高越好</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes training.gradient_accumulation_steps: there is no gradient left to add to; use optimizer_in_backward: false, or change training.gradient_accumulation_steps</source>
        <translation>会立即更新每个参数，因此 training.gradient_accumulation_steps 无法生效：没有可供累加的梯度；请设 optimizer_in_backward: false，或更改 training.gradient_accumulation_steps</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes training.max_grad_norm: the norm of all gradients is known only at the end; use optimizer_in_backward: false, or change training.max_grad_norm</source>
        <translation>会立即更新每个参数，因此 training.max_grad_norm 无法生效：所有梯度的范数到最后才知道；请设 optimizer_in_backward: false，或更改 training.max_grad_norm</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes training.on_loss_spike: the update is made before the loss of all ranks is known; use optimizer_in_backward: false, or change training.on_loss_spike</source>
        <translation>会立即更新每个参数，因此 training.on_loss_spike 无法生效：在知道所有进程的损失之前就已更新；请设 optimizer_in_backward: false，或更改 training.on_loss_spike</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes parallel.processes: the other ranks&apos; gradients arrive later; use optimizer_in_backward: false, or change parallel.processes</source>
        <translation>会立即更新每个参数，因此 parallel.processes 无法生效：其他进程的梯度到得更晚；请设 optimizer_in_backward: false，或更改 parallel.processes</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes parallel.strategy: it updates chunks of summed gradients; use optimizer_in_backward: false, or change parallel.strategy</source>
        <translation>会立即更新每个参数，因此 parallel.strategy 无法生效：该策略更新的是求和后梯度的分块；请设 optimizer_in_backward: false，或更改 parallel.strategy</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes precision.compute: its scaler must see all gradients before any update; use optimizer_in_backward: false, or change precision.compute</source>
        <translation>会立即更新每个参数，因此 precision.compute 无法生效：其缩放器必须在更新之前看到所有梯度；请设 optimizer_in_backward: false，或更改 precision.compute</translation>
    </message>
    <message>
        <source>needs tensors to stay on the device, which memory.offload moves; use one of the two</source>
        <translation>需要张量留在设备上，而 memory.offload 会移动它们；请只用其中之一</translation>
    </message>
    <message>
        <source>records a few sizes of packed batches; use data.batching: packed, or static_graph: false</source>
        <translation>只记录少数几种打包批次的大小；请使用 data.batching: packed，或设 static_graph: false</translation>
    </message>
    <message>
        <source>cannot record random numbers that are drawn again, as memory.activation_checkpointing does; use one of the two</source>
        <translation>无法记录会再次抽取的随机数，而 memory.activation_checkpointing 会这样做；两者只能选一</translation>
    </message>
    <message>
        <source>records after a warm-up pass that must not change weights, but memory.optimizer_in_backward updates them in that pass; use one of the two</source>
        <translation>在一次不改变任何内容的计算之后记录每种形状的计算，而 memory.optimizer_in_backward 会在其中更新参数；两者只能选一</translation>
    </message>
    <message>
        <source>has nothing to record: with model.train: features the encoder runs once; use static_graph: false</source>
        <translation>没有可记录的内容：model.train: features 时编码器只运行一次；请设 static_graph: false</translation>
    </message>
    <message>
        <source>records one process&apos;s step, without the exchange between ranks; use processes: 1 with strategy: single, or static_graph: false</source>
        <translation>只记录单个进程的一步，不含进程间的通信；请使用 processes: 1 与 strategy: single，或设 static_graph: false</translation>
    </message>
    <message>
        <source>records one process&apos;s step, and parallel.strategy divides its state; use strategy: single, or static_graph: false</source>
        <translation>只记录单个进程的一步，而 parallel.strategy 会划分其状态；请使用 strategy: single，或设 static_graph: false</translation>
    </message>
    <message>
        <source>tf32 is a type to compute in, not to store; use fp32</source>
        <translation>tf32 只用于计算，不能用于存储；请使用 fp32</translation>
    </message>
    <message>
        <source>must be the type of 16-bit params; use the same for both, or params: fp32</source>
        <translation>必须与 16 位的 params 类型相同；请将两者设为相同，或设 params: fp32</translation>
    </message>
    <message>
        <source>streams the optimizer&apos;s state through the GPU in parts, which training.optim: adamw_8bit does not support; use adamw, or leave optimizer out</source>
        <translation>会将优化器状态分段送入 GPU，而 training.optim: adamw_8bit 的状态无法拆分；请使用 adamw，或去掉 optimizer</translation>
    </message>
    <message>
        <source>({}) must be a multiple of pipeline_stages x tensor_size ({})</source>
        <translation>（{}）必须是 pipeline_stages x tensor_size（{}）的倍数</translation>
    </message>
    <message>
        <source>single is one data rank, but processes is {}; use strategy: ddp, or processes: {}</source>
        <translation>single 只有一个数据并行进程，但 processes 为 {}；请使用 strategy: ddp，或设 processes: {}</translation>
    </message>
    <message>
        <source>raise ends the run when a rank has fewer batches than another, and with batches counted in tokens (training.max_tokens_per_batch) the numbers nearly always differ; use shadow</source>
        <translation>raise 会在某个进程的批次少于其他进程时结束运行，而按词元计的批次（training.max_tokens_per_batch）数量几乎总是不同；请使用 shadow</translation>
    </message>
    <message>
        <source>lists fewer devices than processes ({}); each rank needs its own</source>
        <translation>列出的设备少于 processes（{}）；每个进程需要自己的设备</translation>
    </message>
    <message>
        <source>nccl runs only on GPUs, and devices: auto may select the processors; use gloo or auto, or parallel.devices: cuda</source>
        <translation>nccl 只能在 GPU 上运行，而 devices: auto 可能使用处理器；请使用 gloo 或 auto，或设 parallel.devices: cuda</translation>
    </message>
    <message>
        <source>must be at least twice heartbeat_seconds, or healthy ranks count as hung</source>
        <translation>必须至少为 heartbeat_seconds 的两倍，否则正常的进程会被视为无响应</translation>
    </message>
    <message>
        <source>{} does not run in this version yet; leave parameters out on several GPUs, or use parallel.processes: 1</source>
        <translation>此版本尚不支持 {}；请在多个 GPU 上去掉 parameters，或设 parallel.processes: 1</translation>
    </message>
    <message>
        <source>{} does not run in this version yet; leave optimizer out of memory.offload, or use false</source>
        <translation>此版本尚不支持 {}；请从 memory.offload 中去掉 optimizer，或设为 false</translation>
    </message>
    <message>
        <source>{} does not run in this version yet; where several blocks run again together, use memory.activation_checkpointing: block, or leave parameters out of memory.offload</source>
        <translation>此版本尚不支持 {}；若多个块一起重新计算，请使用 memory.activation_checkpointing: block，或从 memory.offload 中去掉 parameters</translation>
    </message>
    <message>
        <source>transformer-lm is a language model; use task: language-modeling</source>
        <translation>transformer-lm 是语言模型；请用 task: language-modeling</translation>
    </message>
    <message>
        <source>must divide model.width into heads of at most {} columns</source>
        <translation>必须将 model.width 均分为每个不超过 {} 列的头</translation>
    </message>
    <message>
        <source>features needs rows with one target; use all or last_layers</source>
        <translation>特征属于只有一个目标的行；请用 all 或 last_layers</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>以下之一：{}</translation>
    </message>
    <message>
        <source>a list of {}, or []</source>
        <translation>由 {} 组成的列表，或 []</translation>
    </message>
    <message>
        <source>one of {}, or {}</source>
        <translation>以下之一：{}，或{}</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a whole number from {}</source>
        <translation>不小于 {} 的整数</translation>
    </message>
    <message>
        <source>a whole number above {}</source>
        <translation>大于 {} 的整数</translation>
    </message>
    <message>
        <source>a whole number up to {}</source>
        <translation>不大于 {} 的整数</translation>
    </message>
    <message>
        <source>a whole number from {} to {}</source>
        <translation>{} 到 {} 的整数</translation>
    </message>
    <message>
        <source>a whole number above {} to {}</source>
        <translation>大于 {} 且不大于 {} 的整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a number from {}</source>
        <translation>不小于 {} 的数</translation>
    </message>
    <message>
        <source>a number above {}</source>
        <translation>大于 {} 的数</translation>
    </message>
    <message>
        <source>a number up to {}</source>
        <translation>不大于 {} 的数</translation>
    </message>
    <message>
        <source>a number from {} to {}</source>
        <translation>{} 到 {} 的数</translation>
    </message>
    <message>
        <source>a number above {} to {}</source>
        <translation>大于 {} 且不大于 {} 的数</translation>
    </message>
    <message>
        <source>{}, or null</source>
        <translation>{}，或 null</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not {}</source>
        <translation>&quot;{}&quot; 不符合要求，应为：{}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not {} (did you mean {}?)</source>
        <translation>&quot;{}&quot; 不符合要求，应为：{}（是否想写 {}？）</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is listed twice</source>
        <translation>&quot;{}&quot; 出现了两次</translation>
    </message>
    <message>
        <source>&quot;{}&quot; holds control characters or is not UTF-8</source>
        <translation>&quot;{}&quot; 含有控制字符或不是 UTF-8</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is longer than {} bytes</source>
        <translation>&quot;{}&quot; 超过 {} 字节</translation>
    </message>
    <message>
        <source>has no value; write {}, or leave the line out for {}</source>
        <translation>没有值；请填写{}，或删去此行以使用 {}</translation>
    </message>
    <message>
        <source>has no value; write {}, or leave the line out</source>
        <translation>没有值；请填写{}，或删去此行</translation>
    </message>
    <message>
        <source>takes one value: {}</source>
        <translation>只接受一个值：{}</translation>
    </message>
    <message>
        <source>takes plain values: {}</source>
        <translation>只接受普通值：{}</translation>
    </message>
    <message>
        <source>write $NAME or ${NAME} for an environment variable, $$ for a dollar</source>
        <translation>请用 $NAME 或 ${NAME} 表示环境变量，用 $$ 表示美元符号</translation>
    </message>
    <message>
        <source>the environment variable {} is not set; set it (export {}=...), or write the path itself</source>
        <translation>环境变量 {} 未设置；请设置它（export {}=...），或直接写出路径</translation>
    </message>
    <message>
        <source>a path longer than {} bytes</source>
        <translation>路径超过 {} 字节</translation>
    </message>
    <message>
        <source>no such key</source>
        <translation>没有这个键</translation>
    </message>
    <message>
        <source>no such key; did you mean {}?</source>
        <translation>没有这个键；是否想写 {}？</translation>
    </message>
    <message>
        <source>no such key; `tunedesk preset keys` lists them all</source>
        <translation>没有这个键；`tunedesk preset keys` 会列出全部</translation>
    </message>
    <message>
        <source>no such key; the top has {}, and the sections {}</source>
        <translation>没有这个键；顶层有 {}，以及各节 {}</translation>
    </message>
    <message>
        <source>no such key; {} has {}</source>
        <translation>没有这个键；{} 中有 {}</translation>
    </message>
    <message>
        <source>a preset sets no output folder; give the run folder with `run --run-dir DIR`</source>
        <translation>预设不指定写入位置；请用 `run --run-dir DIR` 给出运行文件夹</translation>
    </message>
    <message>
        <source>a preset is data and cannot run commands</source>
        <translation>预设只是数据，不执行任何命令</translation>
    </message>
    <message>
        <source>this key is given twice, first in line {}; keep one</source>
        <translation>这个键出现了两次，第一次在第 {} 行；请保留一个</translation>
    </message>
    <message>
        <source>gives {} a second time, after {} in line {}; keep one</source>
        <translation>第二次给出了 {}，此前已由 {} 在第 {} 行给出；请保留一个</translation>
    </message>
    <message>
        <source>is a section: write its keys below it or in { }</source>
        <translation>是一个节：它的键写在其下方或 { } 之中</translation>
    </message>
    <message>
        <source>takes one file name</source>
        <translation>只接受一个文件名</translation>
    </message>
    <message>
        <source>this program reads only schema version {}; write `tunedesk: {}`, or use the release that wrote the preset</source>
        <translation>此程序只读取模式版本 {}；请写 `tunedesk: {}`，或使用写出该预设的版本</translation>
    </message>
    <message>
        <source>write --set KEY=VALUE, as --set training.learning_rate=2e-5</source>
        <translation>请写 `--set KEY=VALUE`，例如 `--set training.learning_rate=2e-5`</translation>
    </message>
    <message>
        <source>cannot open {}: {}</source>
        <translation>无法打开 {}：{}</translation>
    </message>
    <message>
        <source>cannot read {}: {}</source>
        <translation>无法读取 {}：{}</translation>
    </message>
    <message>
        <source>{} is not a file</source>
        <translation>{} 不是文件</translation>
    </message>
    <message>
        <source>{} extends itself, through {} files</source>
        <translation>{} 经过 {} 个文件扩展了自身</translation>
    </message>
    <message>
        <source>more than {} files extend each other</source>
        <translation>相互扩展的文件超过 {} 个</translation>
    </message>
    <message>
        <source>{} of text; the limit is {}</source>
        <translation>文本有 {}；最多读取 {}</translation>
    </message>
    <message>
        <source>not valid YAML: {}</source>
        <translation>不是有效的 YAML：{}</translation>
    </message>
    <message>
        <source>not valid YAML: a tab indents this line; use spaces</source>
        <translation>不是有效的 YAML：此行用制表符缩进；请使用空格</translation>
    </message>
    <message>
        <source>not valid YAML: this quote is never closed</source>
        <translation>不是有效的 YAML：此引号没有结束</translation>
    </message>
    <message>
        <source>this alias refers to itself (a cycle)</source>
        <translation>此别名是它所代表内容的一部分（循环）</translation>
    </message>
    <message>
        <source>YAML tags (!) are not allowed in a preset</source>
        <translation>预设中不能使用 YAML 标签（!）</translation>
    </message>
    <message>
        <source>merge keys (&lt;&lt;) are not allowed in a preset; use extends: FILE</source>
        <translation>预设中不能使用合并键（&lt;&lt;）；请使用 extends: FILE</translation>
    </message>
    <message>
        <source>a key must be a plain name</source>
        <translation>键必须是普通名称</translation>
    </message>
    <message>
        <source>nested deeper than {} levels</source>
        <translation>嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>more than {} values, aliases expanded</source>
        <translation>展开别名后超过 {} 个值</translation>
    </message>
    <message>
        <source>more than {} of text, aliases expanded</source>
        <translation>展开别名后文本超过 {}</translation>
    </message>
    <message>
        <source>more than {} brackets</source>
        <translation>括号超过 {} 个</translation>
    </message>
    <message>
        <source>more than {} commas</source>
        <translation>逗号超过 {} 个</translation>
    </message>
    <message>
        <source>the control character {}</source>
        <translation>控制字符 {}</translation>
    </message>
    <message>
        <source>this is not UTF-8; save the file as UTF-8</source>
        <translation>这不是 UTF-8；请将文件保存为 UTF-8</translation>
    </message>
    <message>
        <source>a second document (---); a preset is one document</source>
        <translation>出现第二个文档（---）；一个预设只能是一个文档</translation>
    </message>
    <message>
        <source>a preset is a map of keys, as `training:` with its keys below</source>
        <translation>预设是键的映射，例如 `training:` 及其下方的键</translation>
    </message>
    <message>
        <source>is missing: the presets to run, one a line after `- `</source>
        <translation>缺失：要运行的预设，每行一个，写在 `- ` 之后</translation>
    </message>
    <message>
        <source>this is a preset, not a recipe; next: tunedesk run {}</source>
        <translation>这是预设，不是配方；下一步：tunedesk run {}</translation>
    </message>
    <message>
        <source>a recipe needs `recipe: 1`, the version that this program reads</source>
        <translation>配方应写明 `recipe: 1`，即此程序读取的版本</translation>
    </message>
    <message>
        <source>a recipe has `title`, a line; `rows`, a list; and `small`, sections of a preset</source>
        <translation>配方有 `title`（一行）、`rows`（列表）和 `small`（预设的各节）</translation>
    </message>
    <message>
        <source>a recipe has {} rows at most</source>
        <translation>一个配方最多有 {} 行</translation>
    </message>
    <message>
        <source>a row is a preset&apos;s file, or has `preset` and `batch_size`</source>
        <translation>一行是预设文件，或包含 `preset` 和 `batch_size`</translation>
    </message>
    <message>
        <source>a row has `preset` and `batch_size`, which is `preset` or `largest`</source>
        <translation>一行包含 `preset` 和 `batch_size`，后者为 `preset` 或 `largest`</translation>
    </message>
    <message>
        <source>has two presets named {}</source>
        <translation>有两个名为 {} 的预设</translation>
    </message>
    <message>
        <source>text that is {}</source>
        <translation>文本，须为{}</translation>
    </message>
    <message>
        <source>lora adapts existing weights; use a model folder with init: pretrained, or train: all</source>
        <translation>lora 需要已有的权重；请使用模型文件夹并设 init: pretrained，或设 train: all</translation>
    </message>
    <message>
        <source>are answered by one rank, which holds only a part of the weights under this strategy; remove them or use zero2</source>
        <translation>由一个进程回答，而在该策略下它只有部分权重；请删除提示或使用 zero2</translation>
    </message>
    <message>
        <source>cuts rows from data.train, which this task reads whole; name files in data.validation and data.test</source>
        <translation>从 data.train 中切分行，而此任务会完整读取该文件；请在 data.validation 和 data.test 中指定文件</translation>
    </message>
    <message>
        <source>belongs to train: all and last_layers; use one of them, or freeze: none</source>
        <translation>属于 train: all 和 last_layers；请使用其中之一，或 freeze: none</translation>
    </message>
    <message>
        <source>keeps every weight of the layers on every rank, in 4 bits; use none, or a strategy that does not divide weights</source>
        <translation>在每个进程上以 4 位保存各层的全部权重；请使用 none，或不划分权重的策略</translation>
    </message>
    <message>
        <source>keeps the layers&apos; weights in 4 bits on the device; use none, or offload something else</source>
        <translation>在设备上以 4 位保存各层的权重；请使用 none，或卸载其他内容</translation>
    </message>
    <message>
        <source>vit reads images; use task: image-classification</source>
        <translation>vit 读取图像；请使用 task: image-classification</translation>
    </message>
    <message>
        <source>must divide data.image_size</source>
        <translation>必须能整除 data.image_size</translation>
    </message>
    <message>
        <source>0 takes the size from a model folder, and this model has none; give its size, such as 192</source>
        <translation>0 表示模型文件夹自带的尺寸，而此模型是新建的；请给出尺寸，例如 192</translation>
    </message>
    <message>
        <source>features supports only texts; use last_layers</source>
        <translation>只有文本的特征可以保存，因为其行不会变化；请使用 last_layers</translation>
    </message>
    <message>
        <source>mixed images have two classes each; use none, or mixup_alpha and cutmix_alpha: 0</source>
        <translation>混合后的图像各有两个类别；请使用 none，或 mixup_alpha 与 cutmix_alpha: 0</translation>
    </message>
    <message>
        <source>is also the column of another text; name a different column or leave it empty</source>
        <translation>也是另一个文本的列；请指定自己的列或留空</translation>
    </message>
    <message>
        <source>is for triplets, and data.score_column for scored pairs; leave one of them empty</source>
        <translation>用于三元组，而 data.score_column 用于带分数的文本对；请将其中一个留空</translation>
    </message>
    <message>
        <source>features needs a classifier, which an embedding model does not have; use all, last_layers or lora</source>
        <translation>特征用于分类器，而嵌入没有分类器；请使用 all、last_layers 或 lora</translation>
    </message>
    <message>
        <source>records batches with one text per row, and these rows have several; use static_graph: false</source>
        <translation>只录制每行一个文本的批次，而这些行有多个文本；请使用 static_graph: false</translation>
    </message>
    <message>
        <source>({}) is not measured on such rows: val_spearman and val_pearson need scored pairs, val_triplet_acc needs triplets, and ranking metrics need rows without scores</source>
        <translation>（{}）不在这类行上度量：val_spearman 和 val_pearson 用于带分数的文本对，val_triplet_acc 用于三元组，排名用于没有分数的行</translation>
    </message>
    <message>
        <source>must be at most half of max_length; a quarter is usual</source>
        <translation>不得超过 max_length 的一半；通常取四分之一</translation>
    </message>
    <message>
        <source>windows are for single texts; use 0 for pairs, which are truncated</source>
        <translation>窗口只用于单个文本；文本对请设为 0，过长时截断</translation>
    </message>
    <message>
        <source>features needs rows with one window; use 0, or train: last_layers</source>
        <translation>特征只属于单窗口的行；请设为 0，或使用 train: last_layers</translation>
    </message>
    <message>
        <source>rows have varying numbers of windows, which a static graph cannot record; use 0, or static_graph: false</source>
        <translation>各行的窗口数不定，静态图无法记录；请设为 0，或使用 static_graph: false</translation>
    </message>
    <message>
        <source>a row of {} windows of {} tokens does not fit into a batch of max_tokens_per_batch ({}) tokens; lower max_windows, or raise it</source>
        <translation>一行可有 {} 个各 {} 词元的窗口，超出一批的 max_tokens_per_batch（{}）个词元；请减小 max_windows，或增大该值</translation>
    </message>
    <message>
        <source>{} gathers a stage&apos;s parameters or divides its gradients again for every micro-batch; use zero1 or ddp, or parallel.pipeline_stages: 1</source>
        <translation>{} 会在每个微批次重新收集阶段的参数或切分其梯度；请使用 zero1 或 ddp，或 parallel.pipeline_stages: 1</translation>
    </message>
    <message>
        <source>lists the layers of {} stages, but pipeline_stages is {}</source>
        <translation>列出了 {} 个阶段的层数，但 pipeline_stages 为 {}</translation>
    </message>
    <message>
        <source>{} does not run with several parallel.pipeline_stages in this version yet; use {}, or pipeline_stages: 1</source>
        <translation>此版本中 {} 还不能与多个 parallel.pipeline_stages 同时使用；请使用 {}，或 pipeline_stages: 1</translation>
    </message>
    <message>
        <source>{} does not run with parallel.tensor_size above 1 in this version yet; use {}, or tensor_size: 1</source>
        <translation>此版本中 {} 还不能与大于 1 的 parallel.tensor_size 同时使用；请使用 {}，或 tensor_size: 1</translation>
    </message>
    <message>
        <source>SLURM job {} is cancelled</source>
        <translation>SLURM 作业 {} 已取消</translation>
    </message>
</context>
<context>
    <name>PresetSection</name>
    <message>
        <source>Ranks and devices</source>
        <translation>rank 与设备</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>LoRA adapters</source>
        <translation>LoRA 适配器</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Checkpoints and best model</source>
        <translation>检查点与最佳模型</translation>
    </message>
    <message>
        <source>Logging</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Timeouts and limits</source>
        <translation>超时与限制</translation>
    </message>
</context>
<context>
    <name>PresetUnit</name>
    <message>
        <source>checkpoints</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>次评估</translation>
    </message>
    <message>
        <source>events</source>
        <translation>个事件</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>micro-batches</source>
        <translation>个微批次</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>个 rank</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>个样本</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>个线程</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>个词元</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>个窗口</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Save as %1…</source>
        <translation>另存为 %1…</translation>
    </message>
    <message>
        <source>Save the figure</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>The figure could not be saved</source>
        <translation>图无法保存</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>rank 0</source>
        <translation>rank 0</translation>
    </message>
    <message>
        <source>rank 0, allocated</source>
        <translation>rank 0，已分配</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>rank %1, allocated</source>
        <translation>rank %1，已分配</translation>
    </message>
    <message>
        <source>GPU %1, this run</source>
        <translation>GPU %1，本运行</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1, in use</source>
        <translation>GPU %1，已用</translation>
    </message>
    <message>
        <source>GPU %1, in use of %2</source>
        <translation>GPU %1，已用（共 %2）</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>macro F1</source>
        <translation>宏平均 F1</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>of a split: validation loss</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Pearson</source>
        <translation>皮尔逊</translation>
    </message>
    <message>
        <source>Spearman</source>
        <translation>斯皮尔曼</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>micro F1</source>
        <translation>微平均 F1</translation>
    </message>
    <message>
        <source>F1 by sample</source>
        <translation>样本平均 F1</translation>
    </message>
    <message>
        <source>subset accuracy</source>
        <translation>子集准确率</translation>
    </message>
    <message>
        <source>mean average precision</source>
        <translation>平均精度均值</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>token accuracy</source>
        <translation>词元准确率</translation>
    </message>
    <message>
        <source>exact match</source>
        <translation>完全匹配率</translation>
    </message>
</context>
<context>
    <name>ReportDocument</name>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Classification report</source>
        <translation>分类报告</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>All other keys have their defaults.</source>
        <translation>其他键均为默认值。</translation>
    </message>
    <message>
        <source>True and predicted numbers</source>
        <translation>真实值与预测值</translation>
    </message>
    <message>
        <source>Scores of each label</source>
        <translation>各标签的得分</translation>
    </message>
    <message>
        <source>Scores of each type of entities</source>
        <translation>各类实体的得分</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>训练 token 数</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>编译器</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>{} cores</source>
        <translation>{} 个核心</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Hashes of the data</source>
        <translation>数据的哈希值</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Test rows of each class</source>
        <translation>各类别的测试行数</translation>
    </message>
    <message>
        <source>True</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>The {} most frequent of {} classes.</source>
        <translation>最常见的 {} 个类别，共 {} 个。</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>A matrix of {} classes is not drawn; confusion.csv has it.</source>
        <translation>{} 个类别的矩阵不绘制；数据在 confusion.csv 中。</translation>
    </message>
    <message>
        <source>Test rows by true and predicted class</source>
        <translation>按真实类别与预测类别统计的测试行</translation>
    </message>
    <message>
        <source>Predicted class</source>
        <translation>预测类别</translation>
    </message>
    <message>
        <source>True class</source>
        <translation>真实类别</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>tested</source>
        <translation>用于测试</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>假阳性率</translation>
    </message>
    <message>
        <source>True positive rate</source>
        <translation>真阳性率</translation>
    </message>
    <message>
        <source>Precision-recall (AP: average precision)</source>
        <translation>精确率-召回率（AP：平均精确率）</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Mean predicted probability</source>
        <translation>平均预测概率</translation>
    </message>
    <message>
        <source>Share of positives</source>
        <translation>正例比例</translation>
    </message>
    <message>
        <source>area</source>
        <translation>面积</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>Test curves</source>
        <translation>测试曲线</translation>
    </message>
    <message>
        <source>The {} of {} classes with the lowest scores, each against the rest.</source>
        <translation>得分最低的 {} 个类别（共 {} 个），各自与其余类别相对。</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>平均精确率</translation>
    </message>
    <message>
        <source>Micro average</source>
        <translation>微平均</translation>
    </message>
    <message>
        <source>Macro average</source>
        <translation>宏平均</translation>
    </message>
    <message>
        <source>Weighted average</source>
        <translation>加权平均</translation>
    </message>
    <message>
        <source>Samples average</source>
        <translation>样本平均</translation>
    </message>
    <message>
        <source>en</source>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>{} test rows</source>
        <translation>{} 行测试数据</translation>
    </message>
    <message>
        <source>{} test rows of {}</source>
        <translation>{} 行测试数据（{}）</translation>
    </message>
    <message>
        <source>{} parameters, {} of them trained</source>
        <translation>{} 个参数，其中训练 {} 个</translation>
    </message>
    <message>
        <source>Accuracy {} (baseline {})</source>
        <translation>准确率 {}（基线 {}）</translation>
    </message>
    <message>
        <source>Trained for {} steps, without a test</source>
        <translation>训练了 {} 步，未做测试</translation>
    </message>
    <message>
        <source>No result yet</source>
        <translation>尚无结果</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>“{}” is predicted as “{}” once</source>
        <translation>“{}”被判为“{}”1 次</translation>
    </message>
    <message>
        <source>“{}” is predicted as “{}” {} times</source>
        <translation>“{}”被判为“{}”{} 次</translation>
    </message>
    <message>
        <source>Every test row is predicted correctly.</source>
        <translation>所有测试行均预测正确。</translation>
    </message>
    <message>
        <source>Worst confusions: {}.</source>
        <translation>最常见的混淆：{}。</translation>
    </message>
    <message>
        <source>The baseline always answers “{}”, the most frequent class.</source>
        <translation>基线总是回答“{}”，即最常见的类别。</translation>
    </message>
    <message>
        <source>Expected calibration error: {}.</source>
        <translation>期望校准误差：{}。</translation>
    </message>
    <message>
        <source>Accuracy of the run {}: {}.</source>
        <translation>运行 {} 的准确率：{}。</translation>
    </message>
    <message>
        <source>The weights of step {} were tested (best {}: {}).</source>
        <translation>测试所用为第 {} 步的权重（最佳 {}：{}）。</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Validation sets</source>
        <translation>验证集</translation>
    </message>
</context>
<context>
    <name>RowFault</name>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>a string, a number, true or false</source>
        <translation>字符串、数字或布尔值</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>文本为空</translation>
    </message>
    <message>
        <source>the label is empty</source>
        <translation>标签为空</translation>
    </message>
    <message>
        <source>unknown label {}</source>
        <translation>未知标签 {}</translation>
    </message>
    <message>
        <source>1 field where the header has {}</source>
        <translation>有 1 个字段，而表头有 {} 个</translation>
    </message>
    <message>
        <source>{} fields where the header has {}</source>
        <translation>有 {} 个字段，而表头有 {} 个</translation>
    </message>
    <message>
        <source>a quote is opened here and not closed correctly</source>
        <translation>此处的引号没有正确闭合</translation>
    </message>
    <message>
        <source>a quote is opened here, and text follows its closing quote some lines later</source>
        <translation>此处的引号在若干行之后才闭合，且其后还有文本</translation>
    </message>
    <message>
        <source>a field is larger than 16 MiB</source>
        <translation>有字段大于 16 MiB</translation>
    </message>
    <message>
        <source>NUL byte</source>
        <translation>NUL 字节</translation>
    </message>
    <message>
        <source>NUL byte (as \u0000)</source>
        <translation>NUL 字节（\u0000）</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>不是 UTF-8</translation>
    </message>
    <message>
        <source>the header again</source>
        <translation>重复的表头</translation>
    </message>
    <message>
        <source>no key {}</source>
        <translation>没有键 {}</translation>
    </message>
    <message>
        <source>the key {} is given twice</source>
        <translation>键 {} 出现了两次</translation>
    </message>
    <message>
        <source>{} is {}, not {}</source>
        <translation>{} 是{}，应为{}</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>nested deeper than 64 levels</source>
        <translation>嵌套超过 64 层</translation>
    </message>
    <message>
        <source>invalid JSON: &apos;:&apos; is missing</source>
        <translation>无效的 JSON：缺少“:”</translation>
    </message>
    <message>
        <source>invalid JSON: &apos;,&apos; or a closing bracket is missing</source>
        <translation>无效的 JSON：缺少“,”或右括号</translation>
    </message>
    <message>
        <source>invalid JSON: text follows the object</source>
        <translation>无效的 JSON：对象之后还有文本</translation>
    </message>
    <message>
        <source>invalid JSON: \u needs four hex digits</source>
        <translation>无效的 JSON：\u 之后需要四位十六进制数字</translation>
    </message>
    <message>
        <source>invalid JSON: unknown escape</source>
        <translation>无效的 JSON：未知的转义</translation>
    </message>
    <message>
        <source>invalid JSON: half of a surrogate pair</source>
        <translation>无效的 JSON：不完整的代理对</translation>
    </message>
    <message>
        <source>invalid JSON: a string is missing</source>
        <translation>无效的 JSON：缺少字符串</translation>
    </message>
    <message>
        <source>invalid JSON: a control character inside a string</source>
        <translation>无效的 JSON：字符串中有控制字符</translation>
    </message>
    <message>
        <source>invalid JSON: a string is not closed</source>
        <translation>无效的 JSON：字符串没有闭合</translation>
    </message>
    <message>
        <source>invalid JSON: a value is missing</source>
        <translation>无效的 JSON：缺少值</translation>
    </message>
    <message>
        <source>invalid JSON: a number ends after its point</source>
        <translation>无效的 JSON：数字在小数点之后结束</translation>
    </message>
    <message>
        <source>invalid JSON: a number&apos;s exponent is missing</source>
        <translation>无效的 JSON：数字缺少指数</translation>
    </message>
    <message>
        <source>the label {} is not a number</source>
        <translation>标签 {} 不是数值</translation>
    </message>
    <message>
        <source>a list of strings, numbers, true or false, or one</source>
        <translation>字符串、数字、true 或 false，或由它们组成的列表</translation>
    </message>
    <message>
        <source>the label column {} has {}, neither 1 nor 0</source>
        <translation>标签列 {} 的值为 {}，既不是 1 也不是 0</translation>
    </message>
    <message>
        <source>{} is not a list of objects with role (user, assistant, or system at the beginning) and content that has an answer</source>
        <translation>{} 不是包含回答的对象列表（每个对象有 role 与 content；role 为 user、assistant，或开头的 system）</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>字符串列表</translation>
    </message>
    <message>
        <source>a list of strings or numbers</source>
        <translation>字符串或数字的列表</translation>
    </message>
    <message>
        <source>columns of the line: {}, of the file: {}</source>
        <translation>该行有 {} 列，而文件有 {} 列</translation>
    </message>
    <message>
        <source>the word is missing</source>
        <translation>缺少词</translation>
    </message>
    <message>
        <source>the word {} has no tag</source>
        <translation>词 {} 没有标注</translation>
    </message>
    <message>
        <source>the tag {} contains white space</source>
        <translation>标注 {} 含有空白字符</translation>
    </message>
    <message>
        <source>number of words: {}, of tags: {}</source>
        <translation>有 {} 个词，却有 {} 个标注</translation>
    </message>
    <message>
        <source>the list of tag names has no name for the tag {}</source>
        <translation>标注名称列表中没有标注 {} 的名称</translation>
    </message>
    <message>
        <source>the text to compare with the first one is empty</source>
        <translation>与第一个文本比较的文本为空</translation>
    </message>
    <message>
        <source>the score {} is outside {} to {}</source>
        <translation>分数 {} 不在 {} 到 {} 之间</translation>
    </message>
</context>
<context>
    <name>RunAction</name>
    <message>
        <source>Resume</source>
        <translation>恢复训练</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Halts after the step and waits. The processes and their memory are kept.</source>
        <translation>在当前步之后停住等待。进程及其内存都保留。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Checkpoint now</source>
        <translation>立即保存检查点</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>强制结束</translation>
    </message>
    <message>
        <source>Ends all processes at once. The last checkpoint is kept; steps after it are lost.</source>
        <translation>立即结束所有进程。保留最后一个检查点；其后的步会丢失。</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Opens a copy of the run&apos;s preset. The run stays as it is.</source>
        <translation>打开该运行预设的副本。运行本身保持不变。</translation>
    </message>
    <message>
        <source>Free space</source>
        <translation>释放空间</translation>
    </message>
    <message>
        <source>Removes the checkpoints. The best and the final model, the report and the curves are kept; the run can no longer be resumed from a checkpoint.</source>
        <translation>删除检查点。保留最佳模型、最终模型、报告和曲线；该运行不能再从原处恢复。</translation>
    </message>
    <message>
        <source>Delete to trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Moves the whole run folder to the trash, from where it can be restored. The preset file and the data are not touched.</source>
        <translation>把整个运行文件夹移到回收站，可从那里还原。预设文件和数据不受影响。</translation>
    </message>
    <message>
        <source>The run is running.</source>
        <translation>该运行正在进行。</translation>
    </message>
    <message>
        <source>The run has finished; nothing is left to do.</source>
        <translation>该运行已完成；没有剩余工作。</translation>
    </message>
    <message>
        <source>The run is running: stop it first.</source>
        <translation>该运行正在进行：请先停止。</translation>
    </message>
    <message>
        <source>The run is not running.</source>
        <translation>该运行没有在进行。</translation>
    </message>
    <message>
        <source>The run is ending.</source>
        <translation>该运行正在结束。</translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation>该运行已暂停。</translation>
    </message>
    <message>
        <source>The run is not paused.</source>
        <translation>该运行没有暂停。</translation>
    </message>
    <message>
        <source>The run is starting.</source>
        <translation>该运行正在启动。</translation>
    </message>
    <message>
        <source>The run&apos;s files are on %1: remove them there.</source>
        <translation>运行的文件在 %1 上：请在那里删除。</translation>
    </message>
    <message>
        <source>Moves the whole run folder to the trash, from where it can be restored.</source>
        <translation>把整个运行文件夹移到回收站，可从那里恢复。</translation>
    </message>
    <message>
        <source>Folders that are moved with it: %1.</source>
        <translation>一并移走的文件夹：%1。</translation>
    </message>
    <message numerus="yes">
        <source>The folder holds %n other run(s).</source>
        <translation>
            <numerusform>该文件夹中还有 %n 个其他运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>The run&apos;s own data files are in it, too.</source>
        <translation>该运行自己的数据文件也在其中。</translation>
    </message>
    <message>
        <source>%1 are free again.</source>
        <translation>又有 %1 可用。</translation>
    </message>
    <message>
        <source>The run is in the trash.</source>
        <translation>运行已移到回收站。</translation>
    </message>
    <message>
        <source>Continues from the last checkpoint; steps after it are trained again.</source>
        <translation>从最后一个检查点继续；其后的步会重新训练。</translation>
    </message>
    <message>
        <source>Finishes the step, saves a checkpoint and ends. Nothing is lost; Resume continues from there.</source>
        <translation>完成当前步，保存检查点后结束。不会丢失任何内容；可用“恢复训练”从该处继续。</translation>
    </message>
    <message>
        <source>Continues with the next step.</source>
        <translation>从下一步继续。</translation>
    </message>
    <message>
        <source>Saves a checkpoint after this step and continues training.</source>
        <translation>在当前步之后保存检查点并继续训练。</translation>
    </message>
    <message>
        <source>The run continues.</source>
        <translation>运行继续。</translation>
    </message>
</context>
<context>
    <name>RunColumns</name>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Best in validation</source>
        <translation>验证最佳</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近一次</translation>
    </message>
    <message>
        <source>Best val. loss</source>
        <translation>最佳验证损失</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>RunEnding</name>
    <message>
        <source>Open the report</source>
        <translation>打开报告</translation>
    </message>
    <message>
        <source>Report ready: %1</source>
        <translation>报告已就绪：%1</translation>
    </message>
    <message>
        <source>%1 was stopped; nothing is lost.</source>
        <translation>%1 已停止；没有丢失任何内容。</translation>
    </message>
    <message>
        <source>something in the preset or the command line is wrong</source>
        <translation>预设或命令行有误</translation>
    </message>
    <message>
        <source>something is wrong with its data</source>
        <translation>数据有问题</translation>
    </message>
    <message>
        <source>something is wrong with its model or a checkpoint</source>
        <translation>模型或检查点有问题</translation>
    </message>
    <message>
        <source>not enough disk space or memory</source>
        <translation>磁盘或内存不足</translation>
    </message>
    <message>
        <source>its folder, a port or a GPU was in use</source>
        <translation>文件夹、端口或 GPU 正被占用</translation>
    </message>
    <message>
        <source>a rank died or hung</source>
        <translation>有进程异常退出或失去响应</translation>
    </message>
    <message>
        <source>losses or gradients were not finite</source>
        <translation>损失或梯度不是有限值</translation>
    </message>
    <message>
        <source>it was ended by signal %1</source>
        <translation>被信号 %1 结束</translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>%1 failed: %2 (exit code %3).</source>
        <translation>%1 失败：%2（退出码 %3）。</translation>
    </message>
    <message>
        <source>%1 was interrupted: its supervisor exited without reporting a result. The last checkpoint is kept.</source>
        <translation>%1 已中断：其监督进程没有报告结果就退出了。最后一个检查点已保留。</translation>
    </message>
</context>
<context>
    <name>RunPhase</name>
    <message>
        <source>reading data</source>
        <translation>读取数据</translation>
    </message>
    <message>
        <source>tokenizing</source>
        <translation>分词</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已暂缓</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>terminating</source>
        <translation>正在终止</translation>
    </message>
    <message>
        <source>failing</source>
        <translation>正在处理失败</translation>
    </message>
    <message>
        <source>killing</source>
        <translation>正在强制结束</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>已强制结束</translation>
    </message>
    <message>
        <source>folder gone</source>
        <translation>文件夹已不在</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>已剪枝停止</translation>
    </message>
</context>
<context>
    <name>RunSummary</name>
    <message>
        <source>Finished in %1</source>
        <translation>用时 %1 完成</translation>
    </message>
    <message>
        <source>%1 after %2, at step %3</source>
        <translation>%1，用时 %2，第 %3 步</translation>
    </message>
    <message>
        <source>best %1 at step %2</source>
        <translation>最佳 %1，第 %2 步</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
</context>
<context>
    <name>RunWarnings</name>
    <message>
        <source>GPU %1 has fallen off the bus</source>
        <translation>GPU %1 已从总线上掉线</translation>
    </message>
    <message>
        <source>temperature of GPU %1: %2 °C</source>
        <translation>GPU %1 的温度：%2 °C</translation>
    </message>
    <message>
        <source>only %1 are left on the disk of the run</source>
        <translation>运行所在磁盘只剩 %1</translation>
    </message>
    <message>
        <source>%1 logged steps have a loss that is not finite</source>
        <translation>有 %1 个记录步的损失不是有限值</translation>
    </message>
</context>
<context>
    <name>SplitText</name>
    <message>
        <source>, %1 rejected</source>
        <translation>，拒绝 %1</translation>
    </message>
    <message>
        <source>, %1 also in %2</source>
        <translation>，%1 行也在%2中</translation>
    </message>
    <message>
        <source>%1: %2 rows (%3%)</source>
        <translation>%1：%2 行（%3%）</translation>
    </message>
    <message>
        <source> (none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source> (by data.split_file)</source>
        <translation>（按 data.split_file）</translation>
    </message>
    <message>
        <source> (%1% of the rows)</source>
        <translation>（占 %1% 的行）</translation>
    </message>
    <message>
        <source>%1: %2 rows</source>
        <translation>%1：%2 行</translation>
    </message>
</context>
<context>
    <name>TaskTitle</name>
    <message>
        <source>Classify texts</source>
        <translation>文本分类</translation>
    </message>
    <message>
        <source>Several labels per text</source>
        <translation>每条文本多个标签</translation>
    </message>
    <message>
        <source>Predict a number</source>
        <translation>预测数值</translation>
    </message>
    <message>
        <source>Find names in texts</source>
        <translation>识别文本中的名称</translation>
    </message>
    <message>
        <source>Continue texts</source>
        <translation>续写文本</translation>
    </message>
    <message>
        <source>Answer in a chat</source>
        <translation>对话回答</translation>
    </message>
    <message>
        <source>Classify images</source>
        <translation>图像分类</translation>
    </message>
    <message>
        <source>Compare meanings</source>
        <translation>比较语义</translation>
    </message>
</context>
<context>
    <name>Yaml</name>
    <message>
        <source>illegal map value</source>
        <translation>非法的映射值</translation>
    </message>
    <message>
        <source>illegal map key</source>
        <translation>非法的映射键</translation>
    </message>
    <message>
        <source>illegal block entry</source>
        <translation>非法的块条目</translation>
    </message>
    <message>
        <source>illegal flow end</source>
        <translation>非法的流结束符</translation>
    </message>
    <message>
        <source>end of map not found</source>
        <translation>未找到映射的结尾</translation>
    </message>
    <message>
        <source>end of map flow not found</source>
        <translation>未找到 } 结尾</translation>
    </message>
    <message>
        <source>end of sequence not found</source>
        <translation>未找到序列的结尾</translation>
    </message>
    <message>
        <source>end of sequence flow not found</source>
        <translation>未找到 ] 结尾</translation>
    </message>
    <message>
        <source>unknown token</source>
        <translation>未知的符号</translation>
    </message>
    <message>
        <source>illegal EOF in scalar</source>
        <translation>值未写完文件就已结束</translation>
    </message>
    <message>
        <source>illegal document indicator in scalar</source>
        <translation>值中出现非法的文档标记</translation>
    </message>
    <message>
        <source>illegal character in scalar</source>
        <translation>值中出现非法字符</translation>
    </message>
    <message>
        <source>illegal tab when looking for indentation</source>
        <translation>缩进处出现非法的制表符</translation>
    </message>
    <message>
        <source>alias not found after *</source>
        <translation>* 之后没有别名</translation>
    </message>
    <message>
        <source>anchor not found after &amp;</source>
        <translation>&amp; 之后没有锚点</translation>
    </message>
    <message>
        <source>illegal character found while scanning alias</source>
        <translation>别名中出现非法字符</translation>
    </message>
    <message>
        <source>illegal character found while scanning anchor</source>
        <translation>锚点中出现非法字符</translation>
    </message>
    <message>
        <source>the referenced anchor is not defined</source>
        <translation>所引用的锚点未定义</translation>
    </message>
    <message>
        <source>cannot assign multiple tags to the same node</source>
        <translation>同一节点不能有多个标签</translation>
    </message>
    <message>
        <source>cannot assign multiple anchors to the same node</source>
        <translation>同一节点不能有多个锚点</translation>
    </message>
    <message>
        <source>cannot set zero indentation for a block scalar</source>
        <translation>块值的缩进不能为零</translation>
    </message>
    <message>
        <source>unexpected character in block scalar</source>
        <translation>块值中出现意外字符</translation>
    </message>
    <message>
        <source>bad character found while scanning hex number</source>
        <translation>十六进制数中出现错误字符</translation>
    </message>
    <message>
        <source>YAML directives must have exactly one argument</source>
        <translation>YAML 指令必须恰有一个参数</translation>
    </message>
    <message>
        <source>TAG directives must have exactly two arguments</source>
        <translation>TAG 指令必须恰有两个参数</translation>
    </message>
    <message>
        <source>YAML major version too large</source>
        <translation>YAML 主版本过大</translation>
    </message>
    <message>
        <source>repeated YAML directive</source>
        <translation>重复的 YAML 指令</translation>
    </message>
    <message>
        <source>repeated TAG directive</source>
        <translation>重复的 TAG 指令</translation>
    </message>
    <message>
        <source>the file is UTF-16; save it as UTF-8</source>
        <translation>该文件是 UTF-16 编码；请另存为 UTF-8</translation>
    </message>
    <message>
        <source>a line ends with a carriage return (CR) alone; save the file with line ends LF or CRLF</source>
        <translation>有一行仅以回车符（CR）结尾；请以 LF 或 CRLF 换行符保存该文件</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ActionBar</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More actions on the run</source>
        <translation>对该运行的更多操作</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>没有显示运行。</translation>
    </message>
    <message>
        <source>An action is under way.</source>
        <translation>操作正在进行。</translation>
    </message>
    <message>
        <source>Save the copy of the preset</source>
        <translation>保存预设的副本</translation>
    </message>
    <message>
        <source>Presets (*.yaml)</source>
        <translation>预设 (*.yaml)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Actions</name>
    <message>
        <source>Fine-tune my &amp;CSV…</source>
        <translation>微调我的 &amp;CSV…</translation>
    </message>
    <message>
        <source>Creates a preset for your own table</source>
        <translation>为您自己的表格生成预设</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>&amp;Quickstart</source>
        <translation>快速开始(&amp;Q)</translation>
    </message>
    <message>
        <source>Opens the preset of a small model on film reviews</source>
        <translation>打开在影评上训练小模型的预设</translation>
    </message>
    <message>
        <source>&amp;Open a preset…</source>
        <translation>打开预设(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens a preset in Set-up</source>
        <translation>在“配置”中打开预设</translation>
    </message>
    <message>
        <source>Open a &amp;run…</source>
        <translation>打开运行(&amp;R)…</translation>
    </message>
    <message>
        <source>Shows a run&apos;s folder</source>
        <translation>显示一个运行的文件夹</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>&amp;Save the preset</source>
        <translation>保存预设(&amp;S)</translation>
    </message>
    <message>
        <source>Writes the preset&apos;s file</source>
        <translation>写入预设文件</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Starts a run of the preset that is shown</source>
        <translation>启动当前所示预设的运行</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;X)</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>Alt+Home</source>
        <translation>Alt+Home</translation>
    </message>
    <message>
        <source>&amp;Filter the list</source>
        <translation>筛选列表(&amp;F)</translation>
    </message>
    <message>
        <source>Find a run or preset in the list</source>
        <translation>在列表中查找运行或预设</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>&amp;Previous page</source>
        <translation>上一页(&amp;P)</translation>
    </message>
    <message>
        <source>The tab to the left</source>
        <translation>左边的标签页</translation>
    </message>
    <message>
        <source>Ctrl+PgUp</source>
        <translation>Ctrl+PgUp</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>下一页(&amp;N)</translation>
    </message>
    <message>
        <source>The tab to the right</source>
        <translation>右边的标签页</translation>
    </message>
    <message>
        <source>Ctrl+PgDown</source>
        <translation>Ctrl+PgDown</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Finds every command, run and preset by name</source>
        <translation>按名称查找任何命令、运行和预设</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Fills the whole screen</source>
        <translation>不显示周围的桌面</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>跟随桌面(&amp;D)</translation>
    </message>
    <message>
        <source>Follows the desktop&apos;s appearance</source>
        <translation>跟随桌面的外观</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>D&amp;ark</source>
        <translation>深色(&amp;A)</translation>
    </message>
    <message>
        <source>As the d&amp;esktop</source>
        <translation>跟随桌面(&amp;E)</translation>
    </message>
    <message>
        <source>Follows the desktop&apos;s language</source>
        <translation>跟随桌面的语言</translation>
    </message>
    <message>
        <source>&amp;About TuneDesk</source>
        <translation>关于 TuneDesk(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 &amp;Qt</translation>
    </message>
    <message>
        <source>The toolkit of this window</source>
        <translation>本窗口所用的工具包</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>S&amp;hare the preset…</source>
        <translation>分享预设(&amp;H)…</translation>
    </message>
    <message>
        <source>Writes a bundle: the preset and its parents, no data</source>
        <translation>写出预设包：预设及其父预设，不含数据</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Queues a run of the preset that is shown, as it is now</source>
        <translation>把当前所示预设的一次运行按现状加入队列</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Return</source>
        <translation>Ctrl+Shift+Return</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>参数扫描(&amp;W)…</translation>
    </message>
    <message>
        <source>Queues runs of the preset with several values or seeds</source>
        <translation>以多个取值或种子把该预设的多次运行加入队列</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Closes the window; runs continue</source>
        <translation>关闭窗口；运行会继续</translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation>浅色背景，深色文字</translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation>深色背景，浅色文字</translation>
    </message>
    <message>
        <source>Compare strate&amp;gies…</source>
        <translation>比较并行策略(&amp;G)…</translation>
    </message>
    <message>
        <source>Memory that each strategy needs per rank, and what is stored where</source>
        <translation>每种策略对每个进程的需求，以及各部分放在何处</translation>
    </message>
    <message>
        <source>Open a run read-onl&amp;y…</source>
        <translation>以只读方式打开运行(&amp;Y)…</translation>
    </message>
    <message>
        <source>Shows an untrusted run in another window, which cannot write files</source>
        <translation>在另一个无法写入任何文件的窗口中显示他人的运行</translation>
    </message>
    <message>
        <source>&amp;Home</source>
        <translation>主页(&amp;H)</translation>
    </message>
    <message>
        <source>Active runs, recent runs, and ways to start</source>
        <translation>正在进行的运行、最近的运行，以及开始的方式</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Presets</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>Lists only the presets</source>
        <translation>只列出预设</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Lists the queued runs</source>
        <translation>列出等待中的运行</translation>
    </message>
    <message>
        <source>&amp;Compare runs</source>
        <translation>比较运行(&amp;C)</translation>
    </message>
    <message>
        <source>The selected runs side by side, or the latest ones</source>
        <translation>并排显示所选的运行，或最近的几个</translation>
    </message>
    <message>
        <source>Open fol&amp;der</source>
        <translation>打开文件夹(&amp;D)</translation>
    </message>
    <message>
        <source>Shows the folder in the file manager</source>
        <translation>在文件管理器中显示该文件夹</translation>
    </message>
    <message>
        <source>Copy pat&amp;h</source>
        <translation>复制路径(&amp;H)</translation>
    </message>
    <message>
        <source>Puts the path on the clipboard</source>
        <translation>把路径放到剪贴板</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Theme, language and notifications</source>
        <translation>主题、语言和通知</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>文档(&amp;D)</translation>
    </message>
    <message>
        <source>Opens the folder of TuneDesk&apos;s pages</source>
        <translation>打开 TuneDesk 文档的文件夹</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Every command that has a shortcut</source>
        <translation>所有带按键的命令</translation>
    </message>
    <message>
        <source>Texts in %1</source>
        <translation>文本使用%1</translation>
    </message>
    <message>
        <source>All runs as a table; the list at the left shows only runs</source>
        <translation>以表格列出所有运行；左侧列表只列出运行</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::AddServerDialog</name>
    <message>
        <source>Open a server</source>
        <translation>打开服务器</translation>
    </message>
    <message>
        <source>Watches and starts runs on another machine over your own ssh. It must log in with a key or an agent: passwords are not supported. No files are copied.</source>
        <translation>通过您自己的 ssh 查看和启动另一台机器上的运行。ssh 必须能用密钥或代理登录：不会询问密码，也不会复制文件。</translation>
    </message>
    <message>
        <source>for example gpu1 or me@gpu1.example.org</source>
        <translation>例如 gpu1 或 me@gpu1.example.org</translation>
    </message>
    <message>
        <source>What you give to ssh: a host of ~/.ssh/config, or USER@HOST</source>
        <translation>与交给 ssh 的相同：~/.ssh/config 中的主机，或 USER@HOST</translation>
    </message>
    <message>
        <source>Path of tunedesk on that machine; empty: looked up in its PATH</source>
        <translation>tunedesk 在该机器上的位置；留空则在其 PATH 中查找</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Remote program</source>
        <translation>该机器上的程序</translation>
    </message>
    <message>
        <source>Remote folder</source>
        <translation>该机器上的文件夹</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Tests the connection and saves the machine in the settings</source>
        <translation>尝试连接该机器，并保存到设置中</translation>
    </message>
    <message>
        <source>Name a machine first</source>
        <translation>请先输入机器名</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Base folder on that machine for relative preset paths and runs/; empty: the home folder</source>
        <translation>预设中的相对路径以及 runs/ 所在的文件夹；留空为主文件夹</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BarPlot</name>
    <message>
        <source>Bar chart</source>
        <translation>柱状图</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BatchView</name>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Images of the step</source>
        <translation>该步的图像</translation>
    </message>
    <message>
        <source>Step of the first epoch</source>
        <translation>第一轮的步</translation>
    </message>
    <message>
        <source>&amp;Step:</source>
        <translation>步(&amp;S)：</translation>
    </message>
    <message>
        <source>Reading the images…</source>
        <translation>正在读取图像…</translation>
    </message>
    <message numerus="yes">
        <source>of %1 in the first epoch; %n image(s), as the model takes them</source>
        <translation>
            <numerusform>第一轮共 %1 步；%n 张图像，即模型实际读入的样子</numerusform>
        </translation>
    </message>
    <message>
        <source>The preset names no images to train on.</source>
        <translation>该预设没有指定训练图像。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BooleanEditor</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ClassKeys</name>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ClassifierView</name>
    <message>
        <source>&amp;Second text:</source>
        <translation>第二段文本(&amp;S)：</translation>
    </message>
    <message>
        <source>Starting the model…</source>
        <translation>正在启动模型…</translation>
    </message>
    <message>
        <source>The model was unloaded. It is loaded again with the next text.</source>
        <translation>模型已休眠。下一段文本会再次启动它。</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>文本(&amp;T)：</translation>
    </message>
    <message>
        <source>Type or paste a text.</source>
        <translation>输入或粘贴文本。</translation>
    </message>
    <message>
        <source>Text to classify</source>
        <translation>要分类的文本</translation>
    </message>
    <message>
        <source>Second text of the pair</source>
        <translation>文本对中的第二段</translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Class whose contributions are shown</source>
        <translation>显示其贡献的类别</translation>
    </message>
    <message>
        <source>Contribution of each token to the &amp;class</source>
        <translation>每个词元对类别的贡献(&amp;C)</translation>
    </message>
    <message>
        <source>Gradient × input: blue supports the class, orange opposes it.</source>
        <translation>梯度 × 输入：蓝色支持该类别，橙色反对。</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>&amp;Image:</source>
        <translation>图像(&amp;I)：</translation>
    </message>
    <message>
        <source>Drop an image here, or type its path.</source>
        <translation>将图像拖到此处，或输入其路径。</translation>
    </message>
    <message>
        <source>File of the image to classify</source>
        <translation>要分类的图像文件</translation>
    </message>
    <message>
        <source>Contribution of each part to the &amp;class</source>
        <translation>各部分对类别的贡献(&amp;C)</translation>
    </message>
    <message>
        <source>The text with its entities marked</source>
        <translation>标出实体的文本</translation>
    </message>
    <message>
        <source>No entity</source>
        <translation>没有实体</translation>
    </message>
    <message>
        <source>The nearest texts with their cosines</source>
        <translation>最相近的文本及其余弦</translation>
    </message>
    <message>
        <source>There are no texts to compare it with.</source>
        <translation>没有可与之比较的文本。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type a few letters of a command, run or preset</source>
        <translation>输入命令、运行或预设的几个字母</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>匹配的命令</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No command matches</source>
        <translation>没有匹配的命令</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ComparePage</name>
    <message>
        <source>Open a &amp;log…</source>
        <translation>打开日志(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Copy as Markdown</source>
        <translation>复制为 Markdown(&amp;C)</translation>
    </message>
    <message>
        <source>Lightning&apos;s metrics.csv or the Hugging Face Trainer&apos;s trainer_state.json</source>
        <translation>Lightning 的 metrics.csv 或 Hugging Face Trainer 的 trainer_state.json</translation>
    </message>
    <message>
        <source>Every bar chart as PDF and PNG, into a folder</source>
        <translation>把每个柱状图存为 PDF 和 PNG，放入一个文件夹</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Select several runs to compare them.</source>
        <translation>选择几个运行来比较。</translation>
    </message>
    <message>
        <source>Figures of the runs</source>
        <translation>各运行的数值</translation>
    </message>
    <message>
        <source>What differs in presets and environments</source>
        <translation>预设和环境的差异</translation>
    </message>
    <message>
        <source>Double-click a run to make it the baseline.</source>
        <translation>双击一个运行即可将其设为基线。</translation>
    </message>
    <message>
        <source>published: %1, %2</source>
        <translation>已发表：%1，%2</translation>
    </message>
    <message>
        <source>Open another tool&apos;s log</source>
        <translation>打开其他工具的日志</translation>
    </message>
    <message>
        <source>Logs (metrics.csv trainer_state.json);;All files (*)</source>
        <translation>日志 (metrics.csv trainer_state.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Folder for the charts</source>
        <translation>存放图表的文件夹</translation>
    </message>
    <message>
        <source>Save ch&amp;arts…</source>
        <translation>保存图表(&amp;A)…</translation>
    </message>
    <message>
        <source>Runs compared: %1</source>
        <translation>比较 %1 个运行</translation>
    </message>
    <message>
        <source>Files of charts written: %1, to %2</source>
        <translation>写出的图表文件：%1，位于 %2</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ComparedCurves</name>
    <message>
        <source>training %1</source>
        <translation>训练%1</translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation>验证%1</translation>
    </message>
    <message>
        <source>test %1</source>
        <translation>测试%1</translation>
    </message>
    <message>
        <source>Runs whose curves are shown</source>
        <translation>显示曲线的运行</translation>
    </message>
    <message>
        <source>Metric of the curves</source>
        <translation>曲线的指标</translation>
    </message>
    <message>
        <source>&amp;Metric:</source>
        <translation>指标(&amp;M)：</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>按轮</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>平滑(&amp;M)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConnectionBar</name>
    <message>
        <source>Reconnected. No events were lost.</source>
        <translation>已重新连接，没有遗漏。</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message numerus="yes">
        <source>Connection lost: %1. The run continues there. Retrying in %n second(s).</source>
        <translation>
            <numerusform>连接已断开：%1。运行在那里继续。%n 秒后重试。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ContributionView</name>
    <message>
        <source>Contribution of each token</source>
        <translation>每个词元的贡献</translation>
    </message>
    <message>
        <source>for it</source>
        <translation>支持</translation>
    </message>
    <message>
        <source>against it</source>
        <translation>反对</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConversationPane</name>
    <message>
        <source>Starting the model…</source>
        <translation>正在启动模型…</translation>
    </message>
    <message>
        <source>The model was unloaded. It is loaded again with the next text.</source>
        <translation>模型已休眠。下一段文本会再次启动它。</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s), %1 per second</source>
        <translation>
            <numerusform>%n 个词元，每秒 %1 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConversationView</name>
    <message>
        <source>Fine-tuned model</source>
        <translation>微调后的模型</translation>
    </message>
    <message>
        <source>Base model</source>
        <translation>基础模型</translation>
    </message>
    <message>
        <source>&amp;Base model beside it</source>
        <translation>并列显示基础模型(&amp;B)</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Maximum tokens</source>
        <translation>最多词元数</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>发送(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新对话(&amp;N)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>System message</source>
        <translation>系统消息</translation>
    </message>
    <message>
        <source>Placed before the first message of a conversation.</source>
        <translation>位于对话的第一条消息之前。</translation>
    </message>
    <message>
        <source>0: always the most likely token; 1: sample from the model&apos;s probabilities.</source>
        <translation>0：每次取最可能的词元；1：按概率抽取。</translation>
    </message>
    <message>
        <source>Sample from this many most likely tokens; 0: from all.</source>
        <translation>在最可能的若干个词元中抽取；0：在全部词元中抽取。</translation>
    </message>
    <message>
        <source>Sample from the most likely tokens that together have this probability.</source>
        <translation>在合计达到该概率的最可能词元中抽取。</translation>
    </message>
    <message>
        <source>Above 1, tokens that already occur in the text become less likely.</source>
        <translation>大于 1 时，文本中已有的词元更不易出现。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Type a message. Enter sends it, Shift+Enter begins a new line.</source>
        <translation>输入消息。Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Type how the text begins. Enter sends it, Shift+Enter begins a line.</source>
        <translation>输入文本的开头。Enter 发送，Shift+Enter 换行。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvColumns</name>
    <message>
        <source>&amp;Text column</source>
        <translation>文本列(&amp;T)</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>文本列</translation>
    </message>
    <message>
        <source>&amp;Label column</source>
        <translation>标签列(&amp;L)</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>标签列</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), the whole table</source>
        <translation>
            <numerusform>共 %n 行，即整个表格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n row(s). Click a header to set the role of its column.</source>
        <translation>
            <numerusform>前 %n 行。点击列标题可指定该列的用途。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a column</source>
        <translation>请选择一列</translation>
    </message>
    <message>
        <source>Choose the text column</source>
        <translation>请选择文本列</translation>
    </message>
    <message>
        <source>Choose the label column</source>
        <translation>请选择标签列</translation>
    </message>
    <message>
        <source>Text and label are the same column</source>
        <translation>文本列和标签列相同</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvDraft</name>
    <message>
        <source>The data check lists rows that cannot be used</source>
        <translation>数据检查中列出了无法使用的行</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvFindings</name>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Rows of each class</source>
        <translation>每个类别的行数</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n 个类别</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n class(es) in the first rows</source>
        <translation>
            <numerusform>前几行中有 %n 个类别</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvForm</name>
    <message>
        <source>Splits</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>其他文件…</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Fine-tune a model on %1</source>
        <translation>用 %1 微调模型</translation>
    </message>
    <message>
        <source>The preset will be written beside the table.</source>
        <translation>预设将写在表格旁边。</translation>
    </message>
    <message>
        <source>The preset will be written to %1</source>
        <translation>预设将写入 %1</translation>
    </message>
    <message>
        <source>Validation: %1</source>
        <translation>验证：%1</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>测试：%1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvPage</name>
    <message>
        <source>Choose another file…</source>
        <translation>选择其他文件…</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>请选择其他文件</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>请选择模型</translation>
    </message>
    <message>
        <source>Give it a name</source>
        <translation>请填写名称</translation>
    </message>
    <message>
        <source>Writes the preset and opens it; nothing starts yet</source>
        <translation>写入预设并打开；此时不会启动任何运行</translation>
    </message>
    <message>
        <source>Reading the columns…</source>
        <translation>正在读取各列…</translation>
    </message>
    <message>
        <source>Customize</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) changed or removed in a copy: %1. The source is unchanged.</source>
        <translation>
            <numerusform>已在副本中修改或移除 %n 行：%1。源文件未改动。</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The file seems to have no header: “%1”, in its first line, also occurs in other rows.</source>
        <translation>文件似乎没有标题行：第一行中的“%1”也出现在其他行中。</translation>
    </message>
    <message>
        <source>Add a header</source>
        <translation>添加标题行</translation>
    </message>
    <message>
        <source>A copy with a header: %1. The source is unchanged.</source>
        <translation>带标题行的副本：%1。源文件未改动。</translation>
    </message>
    <message>
        <source>Reading all rows…</source>
        <translation>正在读取所有行…</translation>
    </message>
    <message>
        <source>About %1, %2 of memory</source>
        <translation>约 %1，内存 %2</translation>
    </message>
    <message>
        <source>Writes the preset and starts a run of it</source>
        <translation>写入预设并用它开始一次运行</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CurvePlot</name>
    <message>
        <source>Actions of the plot %1</source>
        <translation>图 %1 的操作</translation>
    </message>
    <message>
        <source>Axes, colours, export</source>
        <translation>坐标轴、颜色、导出</translation>
    </message>
    <message>
        <source>Logarithmic values</source>
        <translation>对数数值</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>对数横轴</translation>
    </message>
    <message>
        <source>Colour of %1…</source>
        <translation>%1 的颜色…</translation>
    </message>
    <message>
        <source> (smoothed %1)</source>
        <translation>（平滑 %1）</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>Zoomed · Reset</source>
        <translation>已缩放 · 重置</translation>
    </message>
    <message>
        <source>The plot shows a part. Click to show everything and follow the run (Home).</source>
        <translation>图中只显示一部分。单击可显示全部并跟随运行（Home）。</translation>
    </message>
    <message>
        <source>Reset the zoom of the plot %1</source>
        <translation>重置图 %1 的缩放</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CurvesView</name>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>假阳性率</translation>
    </message>
    <message>
        <source>True positive rate</source>
        <translation>真阳性率</translation>
    </message>
    <message>
        <source>Precision-recall</source>
        <translation>精确率-召回率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Mean predicted probability</source>
        <translation>平均预测概率</translation>
    </message>
    <message>
        <source>Share of positives</source>
        <translation>正例比例</translation>
    </message>
    <message>
        <source>Class of the curves</source>
        <translation>曲线的类别</translation>
    </message>
    <message>
        <source>C&amp;lass:</source>
        <translation>类别(&amp;L)：</translation>
    </message>
    <message>
        <source>All, each against the rest</source>
        <translation>全部，各自对其余</translation>
    </message>
    <message>
        <source>area</source>
        <translation>面积</translation>
    </message>
    <message>
        <source>average precision</source>
        <translation>平均精确率</translation>
    </message>
    <message>
        <source>expected calibration error</source>
        <translation>期望校准误差</translation>
    </message>
    <message>
        <source>The %1 with the lowest scores, each against the rest</source>
        <translation>得分最低的 %1 个，各自与其余类别相对</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataCheck</name>
    <message>
        <source>Data check</source>
        <translation>数据检查</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataFindings</name>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Rejected rows</source>
        <translation>被拒绝的行</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Rows in two splits</source>
        <translation>出现在两个划分中的行</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Classes are counted once all rows are read.</source>
        <translation>读完所有行后统计类别。</translation>
    </message>
    <message>
        <source>No rejected rows.</source>
        <translation>没有被拒绝的行。</translation>
    </message>
    <message>
        <source>Splits</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>相同的行</translation>
    </message>
    <message>
        <source>No duplicates between splits.</source>
        <translation>划分之间没有重复。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1和%2</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataMender</name>
    <message>
        <source>not all rows were read</source>
        <translation>没有读完所有行</translation>
    </message>
    <message>
        <source>the rows could not be read</source>
        <translation>无法读取数据行</translation>
    </message>
    <message>
        <source>writing a corrected copy…</source>
        <translation>正在写入修正后的副本…</translation>
    </message>
    <message>
        <source>reading all rows…</source>
        <translation>正在读取所有行…</translation>
    </message>
    <message>
        <source>no rows could be read</source>
        <translation>没有可读的数据行</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>Written: %1. The preset now names other files and was not changed.</source>
        <translation>已写入：%1。预设现在使用其他文件，因此没有更改。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) changed or removed in a copy: %1. The source is unchanged; Undo returns to it.</source>
        <translation>
            <numerusform>已在副本中更改或移除 %n 行：%1。原文件保持不变；撤销即可恢复使用原文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 reads all rows…</source>
        <translation>%1 正在读取所有行…</translation>
    </message>
    <message>
        <source>on %1; its files cannot be changed from here</source>
        <translation>位于 %1；无法从此处更改其文件</translation>
    </message>
    <message>
        <source>not read: the preset has errors</source>
        <translation>未读取：预设有错误</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataPage</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>counting tokens: %p%</source>
        <translation>正在统计词元：%p%</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>前几行</translation>
    </message>
    <message>
        <source>File of rows</source>
        <translation>数据行文件</translation>
    </message>
    <message>
        <source>Whose first rows are shown</source>
        <translation>显示其前几行的文件</translation>
    </message>
    <message>
        <source>Choose a preset, or drop a CSV, to see its rows.</source>
        <translation>选择一个预设，或拖放 CSV，以查看其数据行。</translation>
    </message>
    <message>
        <source>Stop reading the rows; findings so far are kept</source>
        <translation>停止读取；已找到的内容保留</translation>
    </message>
    <message>
        <source>Sets %1</source>
        <translation>设置 %1</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>文本(&amp;T)：</translation>
    </message>
    <message>
        <source>Second te&amp;xt:</source>
        <translation>第二段文本(&amp;X)：</translation>
    </message>
    <message>
        <source>&amp;Label:</source>
        <translation>标签(&amp;L)：</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>second text</source>
        <translation>第二段文本</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1（不存在）</translation>
    </message>
    <message>
        <source>%1 is the text</source>
        <translation>%1 是文本</translation>
    </message>
    <message>
        <source>%1 is the second text of a pair</source>
        <translation>%1 是文本对的第二段</translation>
    </message>
    <message>
        <source>%1 is the label</source>
        <translation>%1 是标签</translation>
    </message>
    <message>
        <source>reading all rows</source>
        <translation>正在读取所有行</translation>
    </message>
    <message>
        <source>Reading all rows…</source>
        <translation>正在读取所有行…</translation>
    </message>
    <message>
        <source>Cancelled: not all rows were read.</source>
        <translation>已取消：没有读完所有行。</translation>
    </message>
    <message>
        <source>No file could be read.</source>
        <translation>没有可读的文件。</translation>
    </message>
    <message>
        <source>Read all rows</source>
        <translation>读取所有行</translation>
    </message>
    <message>
        <source>Count all rows, classes and tokens</source>
        <translation>统计所有行、类别和词元</translation>
    </message>
    <message>
        <source>negative text</source>
        <translation>负例文本</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分数</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceDesk</name>
    <message>
        <source>&amp;GPUs…</source>
        <translation>&amp;GPU…</translation>
    </message>
    <message>
        <source>The GPUs of this machine, and whether they train correctly</source>
        <translation>本机的 GPU，以及在其上训练是否正确</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceDialog</name>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>failed: not used</source>
        <translation>失败：不使用</translation>
    </message>
    <message>
        <source>good</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>good, without %1</source>
        <translation>正常，但不使用：%1</translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>重新检查(&amp;C)</translation>
    </message>
    <message>
        <source>Save a &amp;report…</source>
        <translation>保存报告(&amp;R)…</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>检查进度</translation>
    </message>
    <message>
        <source>What was compared</source>
        <translation>比较内容</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>One file to attach to an issue, without names of users, machines or folders</source>
        <translation>用于提交问题的单个文件，不含用户、计算机或文件夹的名称</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>检查(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>跳过(&amp;S)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No NVIDIA GPU is visible here.</source>
        <translation>此处没有可见的 NVIDIA GPU。</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
    <message>
        <source>%1, compute capability %2.%3</source>
        <translation>%1，计算能力 %2.%3</translation>
    </message>
    <message>
        <source>Save a report of the check</source>
        <translation>保存检查报告</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告位于 %1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between techniques</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The GPU is compared with the processors, which takes a minute or two. Until it has passed, runs whose preset has parallel.devices: auto train on the processors.</source>
        <translation>正在将 GPU 与处理器进行比较，需要一两分钟。通过之前，预设中为 parallel.devices: auto 的运行在处理器上训练。</translation>
    </message>
    <message>
        <source>Runs whose preset has parallel.devices: auto use a GPU whose check is good. Techniques that failed are left out.</source>
        <translation>预设中为 parallel.devices: auto 的运行使用检查正常的 GPU。未通过的技术不会使用。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceStrip</name>
    <message>
        <source>Processor load</source>
        <translation>处理器负载</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>已用内存</translation>
    </message>
    <message>
        <source>Memory: %1 of %2</source>
        <translation>内存：%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>GPU %1: lost</source>
        <translation>GPU %1：已掉线</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n core(s): %1%</source>
        <translation>
            <numerusform>CPU，%n 核：%1%</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU %1: %2%, %3</source>
        <translation>GPU %1：%2%，%3</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>已检查</translation>
    </message>
    <message>
        <source>check failed</source>
        <translation>检查失败</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DifferencesDialog</name>
    <message>
        <source>Compare presets</source>
        <translation>比较预设</translation>
    </message>
    <message>
        <source>%1 and %2 have the same values.</source>
        <translation>%1 和 %2 内容相同。</translation>
    </message>
    <message>
        <source>From %1 to %2:</source>
        <translation>从 %1 到 %2：</translation>
    </message>
    <message>
        <source>Keys that differ</source>
        <translation>不同的键</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DifferencesModel</name>
    <message>
        <source>What differs</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DoctorModel</name>
    <message>
        <source>High loss in cross-validation (%1)</source>
        <translation>交叉验证中损失高（%1）</translation>
    </message>
    <message>
        <source>High loss (%1)</source>
        <translation>损失高（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%n other row(s) of the same text</source>
        <translation>
            <numerusform>另有 %n 行文本相同</numerusform>
        </translation>
    </message>
    <message>
        <source>Differs from the name of a more frequent class only in case or spaces</source>
        <translation>与一个更常见类别的名称仅有大小写或空格之差</translation>
    </message>
    <message>
        <source>%1 of %2 similar rows disagree</source>
        <translation>%2 个相似行中有 %1 个不一致</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Judgment</source>
        <translation>判断</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DoctorView</name>
    <message>
        <source>&amp;Keep label</source>
        <translation>保留标签(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Retrain with corrections</source>
        <translation>用更正后的标签重新训练(&amp;R)</translation>
    </message>
    <message>
        <source>Rows whose labels are likely wrong</source>
        <translation>标签可能有误的行</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>完整文本</translation>
    </message>
    <message>
        <source>Select a row to read its whole text.</source>
        <translation>选择一行即可阅读其完整文本。</translation>
    </message>
    <message>
        <source>Writes a copy of the table with the corrected labels beside the runs, and starts a run on it. Each row stays in training, validation or test.</source>
        <translation>在各运行旁写入一份含更正标签的表副本，并用它启动一个运行。每一行仍留在原来的训练集、验证集或测试集中。</translation>
    </message>
    <message>
        <source>J, K: next, previous row · 1–9: set the class · Space: keep the label · U: undo</source>
        <translation>J、K：下一行、上一行 · 1–9：设定类别 · 空格：保留标签 · U：撤销</translation>
    </message>
    <message>
        <source>Looking for rows whose labels are likely wrong…</source>
        <translation>正在查找标签可能有误的行…</translation>
    </message>
    <message>
        <source>%1 of %2 labels have evidence against them, strongest evidence first.</source>
        <translation>%2 个标签中有 %1 个存在反面证据，证据最强的在前。</translation>
    </message>
    <message>
        <source>These are the rows that this run tested; a cross-validation (tunedesk queue add PRESET --folds 5) tests all.</source>
        <translation>这些是本运行测试过的行；交叉验证（tunedesk queue add PRESET --folds 5）会测试所有行。</translation>
    </message>
    <message>
        <source>There are too many rows to compare similar ones.</source>
        <translation>行数过多，未比较相似行。</translation>
    </message>
    <message>
        <source>%1 judged, %2 corrected</source>
        <translation>已判断 %1 个，更正 %2 个</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DownloadBar</name>
    <message>
        <source>Downloading %1…</source>
        <translation>正在下载 %1…</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DownloadDialog</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Download a model</source>
        <translation>下载模型</translation>
    </message>
    <message>
        <source>Download data</source>
        <translation>下载数据</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DropCard</name>
    <message>
        <source>Train on your own data</source>
        <translation>用自己的数据训练</translation>
    </message>
    <message>
        <source>Drop a CSV, a folder of images or a preset here.</source>
        <translation>把 CSV、图像文件夹或预设拖到这里。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EffectView</name>
    <message>
        <source>Both runs predict the same rows correctly.</source>
        <translation>两个运行预测正确的行相同。</translation>
    </message>
    <message>
        <source>%1 rows are correct only in the first run, %2 only in this one: a significant difference (McNemar&apos;s exact test, %3).</source>
        <translation>仅第一个运行正确的有 %1 行，仅本运行正确的有 %2 行：差异超出偶然（McNemar 精确检验，%3）。</translation>
    </message>
    <message>
        <source>%1 rows are correct only in the first run, %2 only in this one: the difference may be chance (McNemar&apos;s exact test, %3).</source>
        <translation>仅第一个运行正确的有 %1 行，仅本运行正确的有 %2 行：可能只是偶然（McNemar 精确检验，%3）。</translation>
    </message>
    <message>
        <source>Accuracy on the %1 rows that both runs have tested, by the corrected labels: %2 in “%3”, %4 in this run.</source>
        <translation>在两个运行都测试过的 %1 行上，按更正后的标签计算的准确率：“%3”为 %2，本运行为 %4。</translation>
    </message>
    <message>
        <source>%1 of these rows have a new label; by the previous labels, the first run had %2.</source>
        <translation>其中 %1 行的标签已改变；按更正前的标签，第一个运行为 %2。</translation>
    </message>
    <message>
        <source>These settings differ, too: %1.</source>
        <translation>以下设置也不同：%1。</translation>
    </message>
    <message>
        <source>True</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>第一个运行</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>本运行</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Cells of the confusion matrix that have changed</source>
        <translation>混淆矩阵中有变化的单元格</translation>
    </message>
    <message>
        <source>Change of the confusion matrix</source>
        <translation>混淆矩阵的变化</translation>
    </message>
    <message numerus="yes">
        <source>%1 points from %n correction(s)</source>
        <translation>
            <numerusform>%n 处更正带来 %1 个百分点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EntitiesView</name>
    <message>
        <source>True</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Scores of each type of entities</source>
        <translation>各类实体的得分</translation>
    </message>
    <message>
        <source>Micro average</source>
        <translation>微平均</translation>
    </message>
    <message>
        <source>Macro average</source>
        <translation>宏平均</translation>
    </message>
    <message>
        <source>Weighted average</source>
        <translation>加权平均</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EntryDelegate</name>
    <message>
        <source>started %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>comes with TuneDesk</source>
        <translation>随 TuneDesk 提供</translation>
    </message>
    <message>
        <source>held at place %1</source>
        <translation>暂缓，第 %1 位</translation>
    </message>
    <message>
        <source>place %1 in the queue</source>
        <translation>队列第 %1 位</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) on this server</source>
        <translation>
            <numerusform>该服务器上有 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1% done</source>
        <translation>已完成 %1%</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message numerus="yes">
        <source>sweep, %n run(s)</source>
        <translation>
            <numerusform>参数搜索，%n 个运行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ErrorsView</name>
    <message>
        <source>Co&amp;rrect</source>
        <translation>更正(&amp;R)</translation>
    </message>
    <message>
        <source>Show corrected</source>
        <translation>显示已更正的行</translation>
    </message>
    <message>
        <source>&amp;Export corrected data</source>
        <translation>导出更正后的数据(&amp;E)</translation>
    </message>
    <message>
        <source>Duplicate run &amp;with corrections</source>
        <translation>用更正后的数据复制运行(&amp;W)</translation>
    </message>
    <message>
        <source>Corrected rows</source>
        <translation>已更正的行</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>Share of each true class</source>
        <translation>占各真实类别的比例</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>单元格显示的内容</translation>
    </message>
    <message>
        <source>Texts of the chosen cell</source>
        <translation>所选单元格的文本</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>完整文本</translation>
    </message>
    <message>
        <source>Select a row to read its whole text.</source>
        <translation>选择一行以阅读其完整文本。</translation>
    </message>
    <message>
        <source>Right &amp;label:</source>
        <translation>正确标签(&amp;L)：</translation>
    </message>
    <message>
        <source>Choose a cell of the matrix: its samples are listed here, the largest loss first.</source>
        <translation>选择矩阵的一个单元格：其样本列在这里，损失最大的在前。</translation>
    </message>
    <message>
        <source>%1 samples of “%2”, predicted correctly, largest loss first</source>
        <translation>%1 个“%2”的样本，预测正确，损失最大的在前</translation>
    </message>
    <message>
        <source>%1 samples of “%2”, predicted as “%3”, largest loss first</source>
        <translation>%1 个“%2”的样本，被预测为“%3”，损失最大的在前</translation>
    </message>
    <message>
        <source>No label is corrected.</source>
        <translation>没有更正任何标签。</translation>
    </message>
    <message>
        <source>This run&apos;s predictions have no line numbers of the data file: run it again to correct labels.</source>
        <translation>该运行的预测没有注明对应哪些行：要更正标签，请重新运行。</translation>
    </message>
    <message>
        <source>Corrected labels: %1</source>
        <translation>已更正的标签：%1</translation>
    </message>
    <message>
        <source>Gives the selected rows this label and saves it immediately. The source file is not changed.</source>
        <translation>给所选行此标签并立即保存。源文件保持不变。</translation>
    </message>
    <message>
        <source>Writes a copy of the table with the corrected labels and corrections.csv into a new folder beside the runs.</source>
        <translation>把带有更正标签的表格副本和 corrections.csv 写入运行旁边的新文件夹。</translation>
    </message>
    <message>
        <source>Exports, and opens a copy of the preset that reads the corrected table. Each row stays in training, validation or test.</source>
        <translation>导出，并打开读取更正后表格的预设副本。每一行都留在原来的训练、验证或测试集中。</translation>
    </message>
    <message>
        <source>The image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Labels of images are corrected where they are stored: move the files.</source>
        <translation>图像的标签请在其所在位置更正：移动文件即可。</translation>
    </message>
    <message>
        <source>New label</source>
        <translation>新标签</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EstimateStrip</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Open a preset to see what it needs.</source>
        <translation>打开一个预设以查看它需要什么。</translation>
    </message>
    <message>
        <source>What is wrong with the preset and its files</source>
        <translation>预设及其文件有什么问题</translation>
    </message>
    <message>
        <source>Go to the first problem</source>
        <translation>转到第一个问题</translation>
    </message>
    <message>
        <source>Open a preset first</source>
        <translation>请先打开预设</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>正在读取文件…</translation>
    </message>
    <message>
        <source>Counting tokens: %1%</source>
        <translation>正在统计词元：%1%</translation>
    </message>
    <message>
        <source>The files are still being read; a run can be started anyway</source>
        <translation>文件仍在读取；仍可启动运行</translation>
    </message>
    <message numerus="yes">
        <source>Start on %n GPU(s)</source>
        <translation>
            <numerusform>在 %n 个 GPU 上开始</numerusform>
        </translation>
    </message>
    <message>
        <source>Start on the CPU</source>
        <translation>在 CPU 上开始</translation>
    </message>
    <message>
        <source>Run this preset; closing the window does not end it</source>
        <translation>运行此预设；关闭窗口不会结束它</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) prevent the run</source>
        <translation>
            <numerusform>有 %n 个问题，无法运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s): go to the first</source>
        <translation>
            <numerusform>%n 个问题：转到第一个</numerusform>
        </translation>
    </message>
    <message>
        <source>The estimate is made once the problems above are solved.</source>
        <translation>解决上述问题后才会显示估计。</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>够用</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>紧张</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>不够</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <translation>每个 GPU %1</translation>
    </message>
    <message>
        <source>Time: %1</source>
        <translation>时间：%1</translation>
    </message>
    <message>
        <source>The files were not read completely: open Data to read them again.</source>
        <translation>文件未读完：可在“数据”页重新读取。</translation>
    </message>
    <message>
        <source>No GPU here</source>
        <translation>本机没有 GPU</translation>
    </message>
    <message>
        <source>More memory is needed than is free now.</source>
        <translation>所需内存多于当前可用内存。</translation>
    </message>
    <message>
        <source>More disk is needed than is free now.</source>
        <translation>所需磁盘空间多于当前可用空间。</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU</source>
        <translation>每个 GPU %1 / %2</translation>
    </message>
    <message>
        <source>Memory of one rank, out of the free memory of its GPU</source>
        <translation>一个 rank 所需的显存，相对于其 GPU 当前的空闲显存</translation>
    </message>
    <message numerus="yes">
        <source>Queue for %n GPU(s)</source>
        <translation>
            <numerusform>排队等待 %n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue for the CPU</source>
        <translation>排队等待 CPU</translation>
    </message>
    <message>
        <source>Measured: the peak of %1, a run of the same shape. The other parts are estimated.</source>
        <translation>实测：%1 的峰值，该运行形状相同。旁边的各部分为计算值。</translation>
    </message>
    <message>
        <source> · time measured in %1</source>
        <translation> · 时间实测于 %1</translation>
    </message>
    <message>
        <source>Machine to start on</source>
        <translation>在哪台机器上开始</translation>
    </message>
    <message>
        <source>Where Start runs the preset. On a server, paths are those of the server, relative ones start at its base folder; no files are copied.</source>
        <translation>“开始”在哪里运行预设。在服务器上，路径是服务器上的路径，相对路径从其文件夹算起；不复制任何文件。</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>%1 checks the preset…</source>
        <translation>%1 正在检查预设…</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Ask the server again</source>
        <translation>再次询问服务器</translation>
    </message>
    <message>
        <source>Start on %1</source>
        <translation>在 %1 上开始</translation>
    </message>
    <message>
        <source>%1 could not check the preset</source>
        <translation>%1 未能检查预设</translation>
    </message>
    <message>
        <source>%1 checks the preset first</source>
        <translation>%1 先检查预设</translation>
    </message>
    <message>
        <source>Run this preset on %1; closing the window does not end it</source>
        <translation>在 %1 上运行此预设；关闭窗口不会结束它</translation>
    </message>
    <message>
        <source>No GPU there</source>
        <translation>那里没有 GPU</translation>
    </message>
    <message>
        <source>The preset requires GPUs, and the machine has none.</source>
        <translation>预设要求 GPU，而该机器没有。</translation>
    </message>
    <message>
        <source>Memory of all ranks, out of the free memory of the machine</source>
        <translation>所有进程的内存，对比该机器现在的可用内存</translation>
    </message>
    <message>
        <source>Whether it can run: devices, memory and disk</source>
        <translation>能否运行：设备、内存和磁盘</translation>
    </message>
    <message>
        <source> · time and total memory measured in %1</source>
        <translation> · 时间和总内存实测于 %1</translation>
    </message>
    <message>
        <source> · total memory measured in %1</source>
        <translation> · 总内存实测于 %1</translation>
    </message>
    <message>
        <source>Strategies: %1 is recommended</source>
        <translation>并行策略：推荐 %1</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>Memory that each strategy needs per rank, and what is stored where</source>
        <translation>每种策略对每个进程的需求，以及各部分放在何处</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>%1 parameters, %2 trained · %3 tokens per epoch, %4 · %5 steps · about %6 · disk %7 of %8</source>
        <translation>%1 个参数，训练 %2 个 · 每轮 %3 个词元，%4 · %5 步 · 约 %6 · 磁盘 %7，可用 %8</translation>
    </message>
    <message>
        <source>%1 texts truncated</source>
        <translation>截断 %1 条文本</translation>
    </message>
    <message>
        <source>no text truncated</source>
        <translation>没有文本被截断</translation>
    </message>
    <message>
        <source> · %1 to %2 batches per rank</source>
        <translation> · 每个进程 %1 到 %2 批</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EventStrip</name>
    <message>
        <source>Events of the run</source>
        <translation>运行的事件</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>第 %1 步的检查点</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused at step %1</source>
        <translation>在第 %1 步暂停</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>Resumed at step %1</source>
        <translation>在第 %1 步恢复</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Warning at step %1: %2</source>
        <translation>第 %1 步的警告：%2</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Best model so far: step %1</source>
        <translation>目前最佳模型：第 %1 步</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ExamplesModel</name>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Corrected to</source>
        <translation>更正为</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ExportBundleDialog</name>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Share %1</source>
        <translation>分享 %1</translation>
    </message>
    <message>
        <source>The bundle holds the preset, its parents, this note, and hashes of data and model. It holds no data, no code and no path of this machine.</source>
        <translation>此预设包中有预设及其父预设、此备注，以及数据和模型的哈希；不含数据和代码，也不含本机的任何路径。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>where to get the data</source>
        <translation>数据的获取地址</translation>
    </message>
    <message>
        <source>&amp;Note:</source>
        <translation>备注(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Data:</source>
        <translation>数据(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>模型(&amp;M)：</translation>
    </message>
    <message>
        <source>Save the bundle</source>
        <translation>保存预设包</translation>
    </message>
    <message>
        <source>Bundles (*.tunedesk)</source>
        <translation>预设包 (*.tunedesk)</translation>
    </message>
    <message>
        <source>Hashing data and model…</source>
        <translation>正在计算数据和模型的哈希…</translation>
    </message>
    <message>
        <source>where to get the model; empty: as in its config.json</source>
        <translation>模型从何处获取；留空：如其 config.json 所述</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FieldHelp</name>
    <message>
        <source>Help of the field</source>
        <translation>字段的帮助</translation>
    </message>
    <message>
        <source>Select a field to see its help.</source>
        <translation>选中一个字段即可查看它的帮助。</translation>
    </message>
    <message>
        <source>Hugging Face: %1</source>
        <translation>Hugging Face：%1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>允许：%1</translation>
    </message>
    <message>
        <source>Trainer&apos;s default: %1</source>
        <translation>Trainer 的默认值：%1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FiguresModel</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Published: %1, %2</source>
        <translation>已发表：%1，%2</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基线）</translation>
    </message>
    <message>
        <source>Mean ± sample standard deviation over the seeds</source>
        <translation>各种子的均值 ± 样本标准差</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n seed(s)</source>
        <translation>
            <numerusform>%1：%n 个种子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FormSection</name>
    <message>
        <source>Fold or unfold these keys</source>
        <translation>折叠或展开这些键</translation>
    </message>
    <message>
        <source>Hide unused keys</source>
        <translation>隐藏当前不适用的键</translation>
    </message>
    <message numerus="yes">
        <source>Show %n unused key(s)</source>
        <translation>
            <numerusform>显示当前不适用的 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Gallery</name>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Class whose images are shown</source>
        <translation>所显示图像的类别</translation>
    </message>
    <message>
        <source>&amp;Class:</source>
        <translation>类别(&amp;C)：</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n 张图像</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::GpuModel</name>
    <message>
        <source>%1%</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>掉线</translation>
    </message>
    <message numerus="yes">
        <source>host, %n core(s)</source>
        <translation>
            <numerusform>主机，%n 个核心</numerusform>
        </translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Load of this run</source>
        <translation>本运行的负载</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Memory of this run</source>
        <translation>本运行的内存</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>已用内存</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HeatMap</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>true: %1
predicted: %2
%3 rows, %4 of the true class</source>
        <translation>真实：%1
预测：%2
%3 行，占真实类别的 %4</translation>
    </message>
    <message>
        <source>There is no confusion matrix yet.</source>
        <translation>还没有混淆矩阵。</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Show rates</source>
        <translation>显示比例</translation>
    </message>
    <message>
        <source>true: %1
predicted: %2
change: %3</source>
        <translation>真实：%1
预测：%2
变化：%3</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HeatView</name>
    <message>
        <source>The image, and what its parts contribute</source>
        <translation>图像及其各部分的贡献</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HomePage</name>
    <message>
        <source>Running now</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>最近的运行</translation>
    </message>
    <message>
        <source>New from a template</source>
        <translation>从模板新建</translation>
    </message>
    <message>
        <source>Data used before</source>
        <translation>用过的数据</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HubDialog</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Words of the name, such as distilbert or MiniLM</source>
        <translation>名称中的词，例如 distilbert 或 MiniLM</translation>
    </message>
    <message>
        <source>Words to search for</source>
        <translation>要搜索的词</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>可在此运行</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下载次数</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>点赞</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>License</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>找到的模型</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>no: %1</source>
        <translation>否：%1</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>受限</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No models found.</source>
        <translation>未找到模型。</translation>
    </message>
    <message numerus="yes">
        <source>%n models</source>
        <translation>
            <numerusform>%n 个模型</numerusform>
        </translation>
    </message>
    <message>
        <source>Find a data set</source>
        <translation>查找数据集</translation>
    </message>
    <message>
        <source>Words of the name, such as imdb or emotion</source>
        <translation>名称中的词，例如 imdb 或 emotion</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>可读取</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Data sets found</source>
        <translation>找到的数据集</translation>
    </message>
    <message>
        <source>No data sets found.</source>
        <translation>未找到数据集。</translation>
    </message>
    <message numerus="yes">
        <source>%n data sets</source>
        <translation>
            <numerusform>%n 个数据集</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ImagesView</name>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>A training step</source>
        <translation>一个训练步</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ImportBundleDialog</name>
    <message>
        <source>&amp;Import into a folder…</source>
        <translation>导入到文件夹(&amp;I)…</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>What the bundle holds</source>
        <translation>预设包的内容</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>The bundle was not read further, and nothing was written.</source>
        <translation>没有继续读取，也没有写入任何内容。</translation>
    </message>
    <message>
        <source>Not available here: %1: %2</source>
        <translation>这里还没有：%1：%2</translation>
    </message>
    <message>
        <source>Not available here: %1 (%2)</source>
        <translation>这里还没有：%1（%2）</translation>
    </message>
    <message>
        <source>It can run on this machine.</source>
        <translation>可以在这里运行。</translation>
    </message>
    <message>
        <source>Folder to unpack into</source>
        <translation>解包到的文件夹</translation>
    </message>
    <message>
        <source>%1, created %2</source>
        <translation>%1，创建于 %2</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Parent: %1</source>
        <translation>父预设：%1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>Needs %1: %2</source>
        <translation>需要 %1：%2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ImportDialog</name>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>%1: %2 keys, %3 of them without a counterpart.</source>
        <translation>%1：%2 个键，其中 %3 个没有对应项。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Key of the preset</source>
        <translation>预设的键</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>How each key is mapped</source>
        <translation>每个键的对应结果</translation>
    </message>
    <message>
        <source>not mapped</source>
        <translation>无对应</translation>
    </message>
    <message>
        <source>Open as a preset</source>
        <translation>作为预设打开</translation>
    </message>
    <message>
        <source>Their key</source>
        <translation>对方的键</translation>
    </message>
    <message>
        <source>Still missing: %1</source>
        <translation>仍缺少：%1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::KeyRow</name>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>Remove it from the text; the value is then %1</source>
        <translation>从文本中删去；之后 %1 生效</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Not used: %1</source>
        <translation>不适用：%1</translation>
    </message>
    <message>
        <source>Trainer: %1</source>
        <translation>Trainer：%1</translation>
    </message>
    <message>
        <source>The default of Hugging Face&apos;s Trainer is %1, and that of TuneDesk is %2. Click to use %1.</source>
        <translation>Hugging Face Trainer 的默认值是 %1，TuneDesk 的默认值是 %2。单击以采用 %1。</translation>
    </message>
    <message>
        <source>Use the Trainer&apos;s default of %1</source>
        <translation>采用 Trainer 的“%1”默认值</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LabelsView</name>
    <message>
        <source>True</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>True positives</source>
        <translation>真正例</translation>
    </message>
    <message>
        <source>False positives</source>
        <translation>假正例</translation>
    </message>
    <message>
        <source>False negatives</source>
        <translation>假负例</translation>
    </message>
    <message>
        <source>True negatives</source>
        <translation>真负例</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>平均精度</translation>
    </message>
    <message>
        <source>Best threshold</source>
        <translation>最佳阈值</translation>
    </message>
    <message>
        <source>The threshold with the highest F1 on these test rows; predictions use 0.5. Choose a threshold on other rows than those used to evaluate it.</source>
        <translation>在这些测试行上 F1 最大的阈值；预测使用 0.5。请在评判以外的行上选择阈值。</translation>
    </message>
    <message>
        <source>Scores of each label</source>
        <translation>各标签的得分</translation>
    </message>
    <message>
        <source>Scores of %1 by threshold</source>
        <translation>%1 的得分随阈值的变化</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LearningRatePlot</name>
    <message>
        <source>The loss over the learning rate</source>
        <translation>损失随学习率的变化</translation>
    </message>
    <message>
        <source>loss of a step</source>
        <translation>单步损失</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑后</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>suggested: %1</source>
        <translation>建议值：%1</translation>
    </message>
    <message>
        <source>end of the steps at this rate</source>
        <translation>固定学习率步骤末尾的损失</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LengthPlot</name>
    <message numerus="yes">
        <source>%n longer row(s) not shown</source>
        <translation>
            <numerusform>另有 %n 行更长，未画出</numerusform>
        </translation>
    </message>
    <message>
        <source>Rows by their length in tokens</source>
        <translation>按词元长度统计的行</translation>
    </message>
    <message>
        <source>The rows have not been tokenized yet.</source>
        <translation>这些行还没有分词。</translation>
    </message>
    <message>
        <source>max_length %1 truncates no row; the longest has %2 tokens.</source>
        <translation>max_length %1 不截断任何行；最长的有 %2 个词元。</translation>
    </message>
    <message>
        <source>max_length %1 truncates %2 rows (%3%) and loses %4% of all tokens; the longest has %5.</source>
        <translation>max_length %1 截断 %2 行（%3%），丢失全部词元的 %4%；最长的有 %5。</translation>
    </message>
    <message>
        <source>max_length %1</source>
        <translation>max_length %1</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LibraryModel</name>
    <message>
        <source>Running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>, started %1</source>
        <translation>，开始于 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n run(s) that were queued together</source>
        <translation>
            <numerusform>%1：一同排队的 %n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n run(s) on this server</source>
        <translation>
            <numerusform>%1：该服务器上有 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Has changes that are not saved</source>
        <translation>有未保存的更改</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>未保存</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LineEditor</name>
    <message>
        <source>the model&apos;s own</source>
        <translation>模型自身的</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>Choose a file or folder</source>
        <translation>选择文件或文件夹</translation>
    </message>
    <message>
        <source>Rows (*.csv *.tsv *.jsonl *.ndjson *.json *.gz *.zst);;All files (*)</source>
        <translation>数据行 (*.csv *.tsv *.jsonl *.ndjson *.json *.gz *.zst);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find a model on the hub and download it</source>
        <translation>在模型中心查找并下载模型</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Find %1</source>
        <translation>查找%1</translation>
    </message>
    <message>
        <source>Find a data set on the hub and download it</source>
        <translation>在模型中心查找并下载数据集</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LogModel</name>
    <message>
        <source>rank %1: </source>
        <translation>rank %1：</translation>
    </message>
    <message>
        <source>error: </source>
        <translation>错误：</translation>
    </message>
    <message>
        <source>warning: </source>
        <translation>警告：</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LogView</name>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Level of the log&apos;s lines</source>
        <translation>日志行的级别</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MachineCard</name>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>No NVIDIA GPU: trains on the CPU</source>
        <translation>没有 NVIDIA GPU：在 CPU 上训练</translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n 个核心</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free of %2</source>
        <translation>%2 中空闲 %1</translation>
    </message>
    <message>
        <source>%1, %2 free</source>
        <translation>%1，空闲 %2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MainWindow</name>
    <message>
        <source>TuneDesk</source>
        <translation>TuneDesk</translation>
    </message>
    <message>
        <source>Fine-tune my CSV</source>
        <translation>微调我的 CSV</translation>
    </message>
    <message>
        <source>A table with a column of texts and a column of labels becomes a classifier.</source>
        <translation>含有文本列和标签列的表格会变成一个分类器。</translation>
    </message>
    <message>
        <source>Quickstart</source>
        <translation>快速开始</translation>
    </message>
    <message>
        <source>A small model on 8,000 sentences of film reviews: about a minute on two cores.</source>
        <translation>在 8,000 句影评上训练小模型：双核约一分钟。</translation>
    </message>
    <message>
        <source>Open a run</source>
        <translation>打开运行</translation>
    </message>
    <message>
        <source>Look at a run&apos;s folder, finished or under way.</source>
        <translation>查看运行的文件夹，已结束或进行中均可。</translation>
    </message>
    <message>
        <source>Open a preset</source>
        <translation>打开预设</translation>
    </message>
    <message>
        <source>Open a preset first</source>
        <translation>请先打开预设</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>运行：%1</translation>
    </message>
    <message>
        <source>Preset: %1</source>
        <translation>预设：%1</translation>
    </message>
    <message>
        <source>About TuneDesk</source>
        <translation>关于 TuneDesk</translation>
    </message>
    <message>
        <source>TuneDesk %1

Fine-tunes pretrained models on your own data.
Licence: GPL-3.0-or-later.</source>
        <translation>TuneDesk %1

在您自己的数据上微调预训练模型。
许可证：GPL-3.0-or-later。</translation>
    </message>
    <message>
        <source>Save the preset first: the bundle is made from its file.</source>
        <translation>请先保存预设：预设包由其文件生成。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The bundle is in %1.</source>
        <translation>预设包位于 %1。</translation>
    </message>
    <message>
        <source>Open a preset or a run first</source>
        <translation>请先打开预设或运行</translation>
    </message>
    <message>
        <source>Open a server</source>
        <translation>打开服务器</translation>
    </message>
    <message>
        <source>Watch and start runs on another machine, over your own ssh.</source>
        <translation>通过您自己的 ssh 查看和启动另一台机器上的运行。</translation>
    </message>
    <message>
        <source>A YAML file that describes a training: model, data and settings.</source>
        <translation>一个描述训练的 YAML 文件：模型、数据和设置。</translation>
    </message>
    <message>
        <source>TuneDesk (read-only)</source>
        <translation>TuneDesk（只读）</translation>
    </message>
    <message>
        <source>%1 - %2</source>
        <translation>%1 - %2</translation>
    </message>
    <message>
        <source>This window cannot write files. To train, resume or save, open it without --read-only.</source>
        <translation>此窗口无法写入任何文件。若要训练、恢复或保存，请不带 --read-only 打开。</translation>
    </message>
    <message>
        <source>Read-only: %1</source>
        <translation>只读：%1</translation>
    </message>
    <message>
        <source>The path is on the clipboard.</source>
        <translation>路径已复制到剪贴板。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MeasureDialog</name>
    <message>
        <source>Find the largest batch size</source>
        <translation>查找最大批大小</translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation>查找学习率</translation>
    </message>
    <message>
        <source>Measure one step</source>
        <translation>实测一步</translation>
    </message>
    <message>
        <source>Trains one step with the longest batch in a separate process, and shows its memory and time next to the estimate.</source>
        <translation>在独立进程中用最长的批次训练一步，并把实际的内存和时间与估计值并列显示。</translation>
    </message>
    <message>
        <source>Tries batch sizes in separate processes, each with its longest batch, to find the largest that fits into memory.</source>
        <translation>在独立进程中逐个尝试批大小，每次都用最长的批次，直到找到内存能容纳的最大值。</translation>
    </message>
    <message>
        <source>The command is running</source>
        <translation>命令正在运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Writes %1: %2 into the preset</source>
        <translation>把 %1: %2 写入预设</translation>
    </message>
    <message>
        <source>Usable rates (green): %1 to %2.</source>
        <translation>可用的学习率（绿色）：%1 至 %2。</translation>
    </message>
    <message>
        <source>Rates above %1 diverge (red).</source>
        <translation>高于 %1 的学习率会发散（红色）。</translation>
    </message>
    <message>
        <source>Trains some steps with a rising learning rate in a separate process, with constant rates if that is not conclusive, and suggests a learning rate.</source>
        <translation>在独立进程中以递增的学习率训练若干步；若不足以判断，再以固定学习率训练，并建议一个学习率。</translation>
    </message>
    <message numerus="yes">
        <source>With the rising rate, the loss falls by no more than its noise: %n constant rate(s) were tried on the same rows.</source>
        <translation>
            <numerusform>学习率递增时，损失的下降未超过其波动：已在相同的行上试用 %n 个固定学习率。</numerusform>
        </translation>
    </message>
    <message>
        <source>No rate is better than another: none is suggested.</source>
        <translation>没有哪个学习率更好：不作建议。</translation>
    </message>
    <message>
        <source>Output of the command</source>
        <translation>命令的输出</translation>
    </message>
    <message>
        <source>Find the fastest layout</source>
        <translation>寻找最快的布局</translation>
    </message>
    <message>
        <source>Plans how ranks could share a step of the same number of samples: strategies, stages and micro-batches. The best plans are measured in separate processes.</source>
        <translation>规划各 rank 如何分担一步：在样本数相同的前提下选择策略、阶段和微批次。最好的几种会在独立进程中实测。</translation>
    </message>
    <message>
        <source>Use this layout</source>
        <translation>使用此布局</translation>
    </message>
    <message>
        <source>Tries batch sizes until memory is full</source>
        <translation>尝试批大小，直到内存用满</translation>
    </message>
    <message>
        <source>Tries strategies, ranks and micro-batches for the preset&apos;s batch</source>
        <translation>为预设的批次尝试各种策略、rank 数和微批次</translation>
    </message>
    <message>
        <source>Tries rising learning rates for some steps</source>
        <translation>用逐步升高的学习率试训若干步</translation>
    </message>
    <message>
        <source>Chooses length, batch size and learning rate, and trains within a given time</source>
        <translation>选择长度、批大小和学习率，并在给定时间内训练</translation>
    </message>
    <message>
        <source>Memory and time, before any run</source>
        <translation>在运行之前给出内存和时间</translation>
    </message>
    <message>
        <source>Find the best model within a time</source>
        <translation>在限定时间内找出最好的模型</translation>
    </message>
    <message>
        <source>Chooses length, batch size and learning rate by short trials, trains several runs in the queue within the time, and recommends one model. The runs are in the list of runs.</source>
        <translation>通过短时试验选择长度、批大小和学习率，在限定时间内于队列中训练若干运行，并推荐一个模型。这些运行会出现在运行列表中。</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Time for trials and runs</source>
        <translation>用于试验和运行的时间</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>采用这些设置</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MemoryBar</name>
    <message>
        <source>Memory by part</source>
        <translation>内存构成</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>运行时</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MissingModel</name>
    <message>
        <source>The model %1 is not downloaded.</source>
        <translation>模型 %1 尚未下载。</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ModelCard</name>
    <message>
        <source>Small</source>
        <translation>小型</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中型</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>大型</translation>
    </message>
    <message>
        <source>about %1, %2 of memory</source>
        <translation>约 %1，内存 %2</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>time and memory follow</source>
        <translation>稍后显示时间和内存</translation>
    </message>
    <message>
        <source>does not fit: %1</source>
        <translation>内存不足：%1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ModelChoice</name>
    <message>
        <source>All models on this machine</source>
        <translation>本机上的所有模型</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>其他文件夹…</translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder: config.json, model.safetensors and a tokenizer</source>
        <translation>选择模型文件夹：config.json、model.safetensors 和分词器</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在查找模型…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>请选择模型</translation>
    </message>
    <message>
        <source>%1 (not supported: %2)</source>
        <translation>%1（不支持：%2）</translation>
    </message>
    <message>
        <source>Shows the folder of the model.</source>
        <translation>此处将显示模型所在的文件夹。</translation>
    </message>
    <message>
        <source>There is no model on this machine. Download one of these, or choose a folder.</source>
        <translation>本机上没有模型。请下载其中一个，或选择一个文件夹。</translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder</source>
        <translation>选择模型文件夹</translation>
    </message>
    <message>
        <source>%1 cannot be fine-tuned: %2.</source>
        <translation>%1 不能微调：%2。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::NoteActions</name>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>A title for this list; the run&apos;s folder keeps its name</source>
        <translation>此列表中的标题；运行的文件夹名称不变</translation>
    </message>
    <message>
        <source>&amp;Tags…</source>
        <translation>标签词(&amp;T)…</translation>
    </message>
    <message>
        <source>Words to find runs by</source>
        <translation>用来查找运行的词</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>备注(&amp;N)…</translation>
    </message>
    <message>
        <source>Your own text about this run</source>
        <translation>您自己关于该运行的文字</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>置顶(&amp;P)</translation>
    </message>
    <message>
        <source>Keeps a run above the others</source>
        <translation>让运行排在其他运行之前</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>归档(&amp;A)</translation>
    </message>
    <message>
        <source>Hides a run from the list; the filter &quot;archived&quot; shows it again</source>
        <translation>从列表中隐藏运行；筛选词“archived”可再次显示</translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation>基线(&amp;B)</translation>
    </message>
    <message>
        <source>Others show their difference from this run</source>
        <translation>其他运行显示与此运行的差异</translation>
    </message>
    <message>
        <source>Select one run first</source>
        <translation>请先选择一个运行</translation>
    </message>
    <message>
        <source>Select a run first</source>
        <translation>请先选择运行</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Title (empty: the preset&apos;s name):</source>
        <translation>标题（留空：预设的名称）：</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签词</translation>
    </message>
    <message>
        <source>Tags, with spaces between them:</source>
        <translation>标签词，用空格分隔：</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>About this run:</source>
        <translation>关于此运行：</translation>
    </message>
    <message>
        <source>Co&amp;lour…</source>
        <translation>颜色(&amp;L)…</translation>
    </message>
    <message>
        <source>The colour of its curves and bars, on every page</source>
        <translation>其曲线和柱形在所有页面上的颜色</translation>
    </message>
    <message>
        <source>F&amp;orget</source>
        <translation>移出列表(&amp;O)</translation>
    </message>
    <message>
        <source>Takes a run that was opened by its folder out of this list; the folder stays as it is</source>
        <translation>把通过文件夹打开的运行移出此列表；文件夹保持原样</translation>
    </message>
    <message>
        <source>TuneDesk started this run itself: archive it, or delete it to the trash</source>
        <translation>此运行由 TuneDesk 启动：可将其归档，或移到回收站</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::NumbersView</name>
    <message>
        <source>True</source>
        <translation>真实值</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测值</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>True and predicted numbers</source>
        <translation>真实值与预测值</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ParallelPlot</name>
    <message>
        <source>Settings and metric of each run</source>
        <translation>每次运行的设置与指标</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PathOpener</name>
    <message>
        <source>Choose a table to fine-tune on</source>
        <translation>选择用于微调的表格</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.jsonl *.ndjson *.json *.csv.gz *.tsv.gz *.jsonl.gz *.csv.zst *.tsv.zst *.jsonl.zst)</source>
        <translation>表格 (*.csv *.tsv *.jsonl *.ndjson *.json *.csv.gz *.tsv.gz *.jsonl.gz *.csv.zst *.tsv.zst *.jsonl.zst)</translation>
    </message>
    <message>
        <source>Open a preset</source>
        <translation>打开预设</translation>
    </message>
    <message>
        <source>Presets and bundles (*.yaml *.yml *.tunedesk)</source>
        <translation>预设和预设包 (*.yaml *.yml *.tunedesk)</translation>
    </message>
    <message>
        <source>;;All files (*)</source>
        <translation>;;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a run: choose its folder</source>
        <translation>打开运行：选择其文件夹</translation>
    </message>
    <message>
        <source>The presets that come with TuneDesk are not installed.</source>
        <translation>随 TuneDesk 提供的预设没有安装。</translation>
    </message>
    <message>
        <source>Not a run folder: %1 (preset.yaml is missing).</source>
        <translation>不是运行文件夹：%1（缺少 preset.yaml）。</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他…</translation>
    </message>
    <message>
        <source>The window for it could not be started.</source>
        <translation>无法启动所需的窗口。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PinDialog</name>
    <message>
        <source>Pin to GPUs</source>
        <translation>固定到 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%1 starts when %n of the chosen GPU(s) is free. If none is chosen, it uses any.</source>
        <translation>
            <numerusform>所选 GPU 中有 %n 个空闲时 %1 即开始。不选则使用任意 GPU。</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs of this machine</source>
        <translation>本机的 GPU</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>The run needs %n GPU(s)</source>
        <translation>
            <numerusform>该运行需要 %n 个 GPU</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PipelinePlot</name>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>%1: stages wait %2 % of %3 ms</source>
        <translation>%1：各阶段等待 %2 %，共 %3 毫秒</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>0 ms</source>
        <translation>0 毫秒</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PlotBoard</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Throughput (tokens/s)</source>
        <translation>吞吐量（词元/秒）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithmic values in all plots</source>
        <translation>所有图使用对数数值</translation>
    </message>
    <message>
        <source>Undo all zooming and follow the run</source>
        <translation>撤销所有缩放并跟随运行</translation>
    </message>
    <message>
        <source>&amp;Over</source>
        <translation>横轴(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>平滑(&amp;M)</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>GPU load (%)</source>
        <translation>GPU 负载（%）</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>相关性</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Accuracy and F1</source>
        <translation>准确率与 F1</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>All plots (Esc)</source>
        <translation>全部图 (Esc)</translation>
    </message>
    <message>
        <source>Double-click a plot to show only it, and again to show all plots</source>
        <translation>双击一张图单独显示它，再次双击恢复全部图</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PredictFileDialog</name>
    <message>
        <source>&amp;Predict</source>
        <translation>预测(&amp;P)</translation>
    </message>
    <message>
        <source>Predict a file</source>
        <translation>预测文件</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>文件：</translation>
    </message>
    <message>
        <source>&amp;Text column:</source>
        <translation>文本列(&amp;T)：</translation>
    </message>
    <message>
        <source>Se&amp;cond text:</source>
        <translation>第二文本(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Label column:</source>
        <translation>标签列(&amp;L)：</translation>
    </message>
    <message>
        <source>&amp;Write to:</source>
        <translation>写入(&amp;W)：</translation>
    </message>
    <message>
        <source>All columns of the file are kept; the prediction and each class&apos;s probability are appended.</source>
        <translation>保留文件的所有列；其后是预测和每个类别的概率。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Write the predictions to</source>
        <translation>预测写入</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>This file exists and will be replaced.</source>
        <translation>该文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Labels to compare the predictions with, for the accuracy</source>
        <translation>用于与预测比较、计算准确率的标签</translation>
    </message>
    <message>
        <source>For files with one word per line and for JSONL, each row&apos;s words, tags and predicted tags are written; for CSV texts, their entities.</source>
        <translation>每行一个词的文件和 JSONL 会写出每行的词、标签和预测标签；CSV 中的文本会写出其中的实体。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PredictionView</name>
    <message>
        <source>unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>now right, was %1</source>
        <translation>现在正确，之前为 %1</translation>
    </message>
    <message>
        <source>now wrong, was %1</source>
        <translation>现在错误，之前为 %1</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>之前为 %1</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Predictions of validation rows</source>
        <translation>验证行的预测</translation>
    </message>
    <message>
        <source>Step %1: %2 of %3 correct</source>
        <translation>第 %1 步：%3 个中 %2 个正确</translation>
    </message>
    <message>
        <source>, %1 at step %2</source>
        <translation>，第 %2 步时 %1 个</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetForm</name>
    <message>
        <source>No key matches.</source>
        <translation>没有匹配的键。</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>搜索键</translation>
    </message>
    <message>
        <source>Essentials</source>
        <translation>基本</translation>
    </message>
    <message>
        <source>The keys that most presets set</source>
        <translation>多数预设会设置的键</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>所有键</translation>
    </message>
    <message>
        <source>Every key, by section</source>
        <translation>按小节列出所有键</translation>
    </message>
    <message>
        <source>The text is invalid. The fields show its last valid state and are locked until the error is corrected.</source>
        <translation>无法读取文本。各字段显示上次读取的内容，在改正文本中的错误之前不能编辑。</translation>
    </message>
    <message>
        <source>Open the text</source>
        <translation>打开文本</translation>
    </message>
    <message>
        <source>Search settings, keys and Hugging Face names</source>
        <translation>搜索设置、键和 Hugging Face 名称</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetTextEdit</name>
    <message>
        <source>The preset as YAML text</source>
        <translation>YAML 文本形式的预设</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetTextPage</name>
    <message>
        <source>Edit a copy…</source>
        <translation>编辑副本…</translation>
    </message>
    <message>
        <source>Saves this preset under a new name and opens it in Set-up</source>
        <translation>以您给的名称保存此预设，并在“配置”中打开</translation>
    </message>
    <message>
        <source>The run&apos;s preset</source>
        <translation>该运行的预设</translation>
    </message>
    <message>
        <source>The run&apos;s preset as it was started: %1</source>
        <translation>该运行所用的预设：%1</translation>
    </message>
    <message>
        <source>Save a copy of the preset</source>
        <translation>保存预设的副本</translation>
    </message>
    <message>
        <source>Presets (*.yaml *.yml)</source>
        <translation>预设 (*.yaml *.yml)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetTools</name>
    <message>
        <source>Save the preset as</source>
        <translation>预设另存为</translation>
    </message>
    <message>
        <source>Presets (*.yaml *.yml)</source>
        <translation>预设 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Relative paths start at the preset&apos;s folder: check data, model and extends.</source>
        <translation>相对路径以预设的文件夹为准：请检查数据、模型和 extends。</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入配置</translation>
    </message>
    <message>
        <source>TrainingArguments, accelerate, DeepSpeed (*.json *.yaml *.yml)</source>
        <translation>TrainingArguments、accelerate、DeepSpeed (*.json *.yaml *.yml)</translation>
    </message>
    <message>
        <source>Compare with a preset or a run&apos;s preset.yaml</source>
        <translation>与预设或某个运行的 preset.yaml 比较</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 有未保存的更改。</translation>
    </message>
    <message>
        <source>Discard them</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Strategies need several ranks: set parallel.processes above 1, and wait for the estimate.</source>
        <translation>并行策略用于多个进程：将 parallel.processes 设为大于 1，并等待估算完成。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetView</name>
    <message>
        <source>Set-up</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>The queue is this machine&apos;s, and Start is set to %1. Choose this machine to queue runs.</source>
        <translation>队列属于本机，而“开始”设为 %1。要排队运行，请选择本机。</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PreviewTable</name>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>First rows of the table</source>
        <translation>表格的前几行</translation>
    </message>
    <message>
        <source>%1 is the text</source>
        <translation>%1 是文本</translation>
    </message>
    <message>
        <source>%1 is the label</source>
        <translation>%1 是标签</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ProgressPanel</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueueActions</name>
    <message>
        <source>Move &amp;up in the queue</source>
        <translation>在队列中上移(&amp;U)</translation>
    </message>
    <message>
        <source>One place earlier</source>
        <translation>提前一位</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Move dow&amp;n in the queue</source>
        <translation>在队列中下移(&amp;N)</translation>
    </message>
    <message>
        <source>One place later</source>
        <translation>推后一位</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Alt+Down</source>
        <translation>Alt+Down</translation>
    </message>
    <message>
        <source>Move to the &amp;front of the queue</source>
        <translation>移到队首(&amp;F)</translation>
    </message>
    <message>
        <source>The next to start</source>
        <translation>下一个开始</translation>
    </message>
    <message>
        <source>To the front</source>
        <translation>移到队首</translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation>暂缓(&amp;H)</translation>
    </message>
    <message>
        <source>Keeps its place and does not start; later runs start first</source>
        <translation>保留位置但不开始；其他运行可越过它</translation>
    </message>
    <message>
        <source>R&amp;elease</source>
        <translation>放行(&amp;E)</translation>
    </message>
    <message>
        <source>Starts in its turn</source>
        <translation>轮到时开始</translation>
    </message>
    <message>
        <source>Pin to &amp;GPUs…</source>
        <translation>固定到 GPU(&amp;G)…</translation>
    </message>
    <message>
        <source>Starts only on chosen GPUs</source>
        <translation>只在所选 GPU 上开始</translation>
    </message>
    <message>
        <source>Remove from the &amp;queue</source>
        <translation>移出队列(&amp;Z)</translation>
    </message>
    <message>
        <source>Removes it and its folder, which holds only the preset</source>
        <translation>移出队列；其文件夹只有预设，一并删除</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>Select a queued run first</source>
        <translation>请先选择一个排队中的运行</translation>
    </message>
    <message>
        <source>It is the first one</source>
        <translation>它已是第一个</translation>
    </message>
    <message>
        <source>It is the last one</source>
        <translation>它已是最后一个</translation>
    </message>
    <message>
        <source>It is held</source>
        <translation>它已暂缓</translation>
    </message>
    <message>
        <source>It is not held</source>
        <translation>它没有暂缓</translation>
    </message>
    <message>
        <source>Select one run</source>
        <translation>请只选择一个运行</translation>
    </message>
    <message>
        <source>Remove from the queue</source>
        <translation>移出队列</translation>
    </message>
    <message numerus="yes">
        <source>Take %n run(s) out of the queue? Their folders, which hold only the presets, are removed.</source>
        <translation>
            <numerusform>将 %n 次运行移出队列？它们的文件夹只有预设，会被删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>The run trains on the CPU, as parallel.devices requests</source>
        <translation>该运行在 CPU 上训练：由 parallel.devices 指定</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueueWatch</name>
    <message>
        <source>Busy now.</source>
        <translation>目前繁忙。</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>a CPU slot</source>
        <translation>一个 CPU 槽位</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) before it.</source>
        <translation>
            <numerusform>前面还有 %n 次运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>It starts in a moment.</source>
        <translation>马上开始。</translation>
    </message>
    <message>
        <source>It is held: it starts after you release it. Later runs start first.</source>
        <translation>已暂缓：放行后才会开始。其他运行可越过它。</translation>
    </message>
    <message>
        <source>It needs %1, and this machine has only %2 for it.</source>
        <translation>需要 %1，而本机可用的只有 %2 个。</translation>
    </message>
    <message>
        <source>It waits for %1, kept for runs before it.</source>
        <translation>正在等待 %1，已留给前面的运行。</translation>
    </message>
    <message>
        <source>It waits for %1: the GPUs or their memory are in use.</source>
        <translation>正在等待 %1：设备或其显存正被占用。</translation>
    </message>
    <message>
        <source>It waits for %1; %2 in use.</source>
        <translation>正在等待 %1；已占用 %2 个。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueuedView</name>
    <message>
        <source>Place %1 of %2 in the queue, queued %3</source>
        <translation>队列第 %1 位，共 %2 位，入队时间 %3</translation>
    </message>
    <message>
        <source>%1, with %2</source>
        <translation>%1，属于 %2</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Pinned to %1.</source>
        <translation>固定到 %1。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RankModel</name>
    <message>
        <source>dead: %1</source>
        <translation>已终止：%1</translation>
    </message>
    <message>
        <source>dead: no heartbeat for %1 s</source>
        <translation>失联：%1 秒没有消息</translation>
    </message>
    <message>
        <source>silent: counts as hung after %1 s</source>
        <translation>无响应：满 %1 秒即按挂起处理并结束</translation>
    </message>
    <message>
        <source>slow: %1 steps behind</source>
        <translation>缓慢：落后 %1 步</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>%1 秒前</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 核</translation>
    </message>
    <message>
        <source>waits for rank %1</source>
        <translation>在等待 rank %1</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>心跳</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>silent: stopped by a signal; kill -CONT %1 continues it</source>
        <translation>无响应：被信号停止；用 kill -CONT %1 让它继续</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作内存</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RemoteServers</name>
    <message>
        <source>Open a ser&amp;ver…</source>
        <translation>打开服务器(&amp;V)…</translation>
    </message>
    <message>
        <source>Shows the runs of another machine, over your own ssh</source>
        <translation>通过您自己的 ssh 显示另一台机器上的运行</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ReportPage</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>作为 Markdown</translation>
    </message>
    <message>
        <source>As LaTeX</source>
        <translation>作为 LaTeX</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混淆矩阵</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Select a run to read its report.</source>
        <translation>选择一个运行以阅读其报告。</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>正在读取报告…</translation>
    </message>
    <message>
        <source>There is no report to show.</source>
        <translation>没有可显示的报告。</translation>
    </message>
    <message>
        <source>The report is written at the end of the run.</source>
        <translation>报告在运行结束时生成。</translation>
    </message>
    <message>
        <source>This run has no report yet. Resume it to get one.</source>
        <translation>该运行还没有留下报告。恢复训练即可得到。</translation>
    </message>
    <message>
        <source>The run had no labelled test rows.</source>
        <translation>该运行没有带标签的测试行。</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告在 %1。</translation>
    </message>
    <message>
        <source>Corrected labels: %1, in %2; the list is corrections.csv beside it.</source>
        <translation>已更正的标签：%1，位于 %2；清单是旁边的 corrections.csv。</translation>
    </message>
    <message>
        <source>The report is on the clipboard as Markdown.</source>
        <translation>报告已以 Markdown 格式复制到剪贴板。</translation>
    </message>
    <message>
        <source>The report is on the clipboard as LaTeX.</source>
        <translation>报告已以 LaTeX 格式复制到剪贴板。</translation>
    </message>
    <message numerus="yes">
        <source>%n label(s) corrected in a copy of %1.</source>
        <translation>
            <numerusform>已在 %1 的副本中更正 %n 个标签。</numerusform>
        </translation>
    </message>
    <message>
        <source>Training, validation and test keep the first run&apos;s rows (data.split_file).</source>
        <translation>训练、验证和测试沿用第一次运行的行（data.split_file）。</translation>
    </message>
    <message numerus="yes">
        <source>%n saved correction(s) match no row of these predictions: the run has tested other rows since. They are kept, and not shown.</source>
        <translation>
            <numerusform>已保存的 %n 处更正与这些预测的任何行都不符：此后该运行测试了其他行。它们被保留，但不显示。</numerusform>
        </translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>实体</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Label doctor</source>
        <translation>标签诊断</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>更正</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>One file with scores, confusion matrix, curves, cost, environment and preset</source>
        <translation>一个文件，包含得分、混淆矩阵、曲线、开销、环境和预设</translation>
    </message>
    <message>
        <source>As PDF…</source>
        <translation>另存为 PDF…</translation>
    </message>
    <message>
        <source>As HTML page…</source>
        <translation>另存为 HTML 页面…</translation>
    </message>
    <message>
        <source>HTML pages (*.html)</source>
        <translation>HTML 页面 (*.html)</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RowsModel</name>
    <message>
        <source>cannot be used: %1</source>
        <translation>不能使用：%1</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Click to set the role of this column</source>
        <translation>点击以说明该列是什么</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RowsStatus</name>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download these rows into the cache</source>
        <translation>把这些行下载到缓存中</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>下载 %1</translation>
    </message>
    <message>
        <source>%1 is in the cache: %2, %3, commit %4</source>
        <translation>%1 在缓存中：%2，%3，提交 %4</translation>
    </message>
    <message>
        <source>%1 is not in the cache</source>
        <translation>%1 不在缓存中</translation>
    </message>
    <message>
        <source>%1 has no rows for this key; its parts: %2</source>
        <translation>%1 没有适用于此项的行；它包含：%2</translation>
    </message>
    <message>
        <source>%1 has no such part; its parts: %2</source>
        <translation>%1 没有这一部分；它包含：%2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunActions</name>
    <message>
        <source>Select one run first</source>
        <translation>请先选择一个运行</translation>
    </message>
    <message>
        <source>Save a copy of the preset</source>
        <translation>保存预设的副本</translation>
    </message>
    <message>
        <source>Presets (*.yaml *.yml)</source>
        <translation>预设 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>The run is queued: remove it from the queue.</source>
        <translation>该运行正在排队：请将其移出队列。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Select a run first</source>
        <translation>请先选择一个运行</translation>
    </message>
    <message numerus="yes">
        <source>and %n other(s)</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: done for %n run(s).</source>
        <translation>
            <numerusform>%1：已对 %n 个运行执行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunCard</name>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 vs. baseline</source>
        <translation>与基线相差 %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunColourChanges</name>
    <message>
        <source>Colour of the run</source>
        <translation>该运行的颜色</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunLauncher</name>
    <message>
        <source>The run is being started…</source>
        <translation>正在启动运行…</translation>
    </message>
    <message>
        <source>Being queued…</source>
        <translation>正在加入队列…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunNotifications</name>
    <message numerus="yes">
        <source>%n more run(s) failed.</source>
        <translation>
            <numerusform>另有 %n 次运行失败。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunView</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监控</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Compare s&amp;weep</source>
        <translation>比较参数扫描(&amp;W)</translation>
    </message>
    <message>
        <source>Open fo&amp;lder</source>
        <translation>打开文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>操作(&amp;A)</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>The selected runs side by side</source>
        <translation>并排显示所选的运行</translation>
    </message>
    <message>
        <source>The settings and the metric of the selected runs, or of all runs of the sweep</source>
        <translation>所选运行的设置与指标，或整个参数扫描中所有运行的设置与指标</translation>
    </message>
    <message>
        <source>Shows the folder in the file manager</source>
        <translation>在文件管理器中显示该文件夹</translation>
    </message>
    <message>
        <source>Colu&amp;mns</source>
        <translation>列(&amp;M)</translation>
    </message>
    <message>
        <source>All actions on the selected runs</source>
        <translation>可对所选运行执行的所有操作</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 selected</source>
        <translation>%1，已选 %2 次</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ScoresModel</name>
    <message>
        <source>F1 (accuracy in the accuracy row) minus that of the baseline run</source>
        <translation>F1 减去基线运行的 F1；准确率一行为准确率</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>vs. baseline</source>
        <translation>相对基线</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Macro average</source>
        <translation>宏平均</translation>
    </message>
    <message>
        <source>Weighted average</source>
        <translation>加权平均</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ScoresView</name>
    <message>
        <source>Classification report</source>
        <translation>分类报告</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>本运行</translation>
    </message>
    <message>
        <source>Always “%1”</source>
        <translation>始终为“%1”</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>Expected calibration error</source>
        <translation>期望校准误差</translation>
    </message>
    <message>
        <source>Tested weights</source>
        <translation>所测试的权重</translation>
    </message>
    <message>
        <source>of step %1</source>
        <translation>第 %1 步的</translation>
    </message>
    <message>
        <source>of step %1, best by %2</source>
        <translation>第 %1 步的，按 %2 最佳</translation>
    </message>
    <message>
        <source>%1 before training</source>
        <translation>训练前的%1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Servers</name>
    <message>
        <source>%1 has TuneDesk %2, this machine has %3: install the same version on both.</source>
        <translation>%1 上的 TuneDesk 是 %2，这里是 %3：请在两边安装相同的版本。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2. Its runs continue. Retrying in %n second(s).</source>
        <translation>
            <numerusform>%1：%2。那里的运行会继续。%n 秒后重试。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Notify on the desktop when a run ends</source>
        <translation>运行结束时发送桌面通知</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SettingsView</name>
    <message>
        <source>Metric that colors the runs</source>
        <translation>决定运行颜色的指标</translation>
    </message>
    <message>
        <source>M&amp;etric:</source>
        <translation>指标(&amp;E)：</translation>
    </message>
    <message>
        <source>These runs have the same settings.</source>
        <translation>这些运行的设置没有不同。</translation>
    </message>
    <message>
        <source>No metric is known for two of these runs yet.</source>
        <translation>这些运行中还没有两次运行具有同一指标。</translation>
    </message>
    <message numerus="yes">
        <source>%n further setting(s) differ: see Figures</source>
        <translation>
            <numerusform>另有 %n 项设置不同：见“数值”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Importance of settings: %1, %n run(s)</source>
        <translation>
            <numerusform>设置的重要性：%1，%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, correlation %2</source>
        <translation>%1，相关系数 %2</translation>
    </message>
    <message>
        <source>Share of the variance of the metric&apos;s ranks that a setting explains by itself: adjusted R² of a least-squares fit on its ranks and their squares, or on its values. Settings that change together share it.</source>
        <translation>单项设置所能解释的指标秩方差的比例：对该设置的秩及其平方（或对其各取值）作最小二乘拟合的调整后 R²。一同变化的设置共享这一比例。</translation>
    </message>
    <message>
        <source>Importance needs at least %1 runs with this metric; there are %2.</source>
        <translation>重要性至少需要 %1 次具有该指标的运行；现有 %2 次。</translation>
    </message>
    <message>
        <source>No setting has the same value in several runs: their importance is unknown.</source>
        <translation>没有一项设置在多次运行中取同一个值：其重要性无法得知。</translation>
    </message>
    <message>
        <source>Approximate: fewer than %1 runs.</source>
        <translation>仅为粗略估计：少于 %1 次运行。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SetupHead</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the last edit, of form or text</source>
        <translation>撤销表单或文本的上一次编辑</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo the edit</source>
        <translation>重做该编辑</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Write the preset&apos;s file</source>
        <translation>写入预设文件</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Sweep, save as, import, compare, copy the command</source>
        <translation>参数扫描、另存为、导入、比较、复制命令</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>参数扫描…</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Import another tool&apos;s settings…</source>
        <translation>导入其他工具的配置…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>与其他比较…</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>实测</translation>
    </message>
    <message>
        <source> – not saved</source>
        <translation> – 未保存</translation>
    </message>
    <message>
        <source>extends %1</source>
        <translation>继承 %1</translation>
    </message>
    <message>
        <source>Memory and time of a step, the batch size that fits, the fastest layout, a learning rate, or the best model within some minutes</source>
        <translation>一步的内存与时间、放得下的批大小、最快的布局、学习率，或在几分钟内找出最好的模型</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SetupPage</name>
    <message>
        <source>Choose a preset at the left, or drop one here.</source>
        <translation>在左边选择一个预设，或拖放到这里。</translation>
    </message>
    <message>
        <source>Another program changed this file; it was reloaded.</source>
        <translation>其他程序更改了此文件；已重新读取。</translation>
    </message>
    <message>
        <source>Another program changed this file. Saving is disabled so that no change is lost.</source>
        <translation>其他程序更改了此文件。为避免丢失内容，暂不保存。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新读取</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SeveralValues</name>
    <message numerus="yes">
        <source>%1 has %n values. A sweep queues a run for each.</source>
        <translation>
            <numerusform>%1 有 %n 个取值。参数扫描会为每个取值排一次运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>参数扫描…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ShardPicture</name>
    <message>
        <source>What is stored where</source>
        <translation>各部分放在何处</translation>
    </message>
    <message>
        <source>%1: one part of %2 on each rank</source>
        <translation>%1：每个进程保存 %2 份中的一份</translation>
    </message>
    <message>
        <source>%1: all on each rank</source>
        <translation>%1：每个进程保存全部</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>and so on, for %1 ranks</source>
        <translation>以此类推，共 %1 个进程</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Sidebar</name>
    <message>
        <source>Filter: words, accuracy&gt;0.8</source>
        <translation>筛选：词，accuracy&gt;0.8</translation>
    </message>
    <message>
        <source>Filter the runs and presets</source>
        <translation>筛选运行和预设</translation>
    </message>
    <message>
        <source>Words of a title, tag, note or path; a key or metric with =, !=, &lt;, &gt;, &lt;= or &gt;=, for example learning_rate=2e-5 accuracy&gt;0.8; &quot;archived&quot; also shows archived runs</source>
        <translation>标题、标签词、备注或路径中的词；键或指标加 =、!=、&lt;、&gt;、&lt;= 或 &gt;=，例如 learning_rate=2e-5 accuracy&gt;0.8；“archived”也显示已归档的运行</translation>
    </message>
    <message>
        <source>Sort the runs by</source>
        <translation>运行的排序依据</translation>
    </message>
    <message>
        <source>Sort the runs by a metric or a preset key</source>
        <translation>按指标或预设的键给运行排序</translation>
    </message>
    <message>
        <source>Runs and presets</source>
        <translation>运行和预设</translation>
    </message>
    <message>
        <source>Latest first</source>
        <translation>最新的在前</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SimilarityView</name>
    <message>
        <source>Second text</source>
        <translation>第二个文本</translation>
    </message>
    <message>
        <source>Rank or score</source>
        <translation>排名或分数</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SplitSlider</name>
    <message>
        <source>Splits</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>%1 %2% (%3 rows)</source>
        <translation>%1 %2%（%3 行）</translation>
    </message>
    <message>
        <source>%1 %2%</source>
        <translation>%1 %2%</translation>
    </message>
    <message>
        <source>Drag a border, or move it by Left and Right; Up and Down choose the other one.</source>
        <translation>拖动分界，或用左右键移动；上下键选择另一个分界。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::StrategyDialog</name>
    <message>
        <source>Parameters, gradients and the optimizer&apos;s state are divided among the ranks; blocks are gathered when they are needed.</source>
        <translation>参数、梯度和优化器状态分散在各进程中；各块在需要时收集。</translation>
    </message>
    <message>
        <source>Gradients and the optimizer&apos;s state are divided among the ranks.</source>
        <translation>梯度和优化器状态分散在各进程中。</translation>
    </message>
    <message>
        <source>The optimizer&apos;s state is divided among the ranks.</source>
        <translation>优化器状态分散在各进程中。</translation>
    </message>
    <message>
        <source>Each rank keeps a copy of everything.</source>
        <translation>每个进程保存全部内容的副本。</translation>
    </message>
    <message>
        <source>a copy of the model on each rank does not fit</source>
        <translation>每个进程放不下一份模型副本</translation>
    </message>
    <message>
        <source>the optimizer does not fit on each rank</source>
        <translation>每个进程放不下优化器状态</translation>
    </message>
    <message>
        <source>a copy of everything fits on each rank</source>
        <translation>每个进程放得下全部内容的副本</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>并行策略</translation>
    </message>
    <message numerus="yes">
        <source>%n ranks share the samples of each step. The strategy says what each of them keeps.</source>
        <translation>
            <numerusform>%n 个进程分担每一步的样本。并行策略决定每个进程保存什么。</numerusform>
        </translation>
    </message>
    <message>
        <source>Recommended: %1, because %2 (%3 free for a rank).</source>
        <translation>推荐：%1，因为%2（每个进程可用 %3）。</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 per rank
sends %2 per step</source>
        <translation>每个进程 %1
每步发送 %2</translation>
    </message>
    <message>
        <source>Recommended here.</source>
        <translation>推荐用于此处。</translation>
    </message>
    <message numerus="yes">
        <source>The model&apos;s layers are divided among %n stages, each on a rank of its own.</source>
        <translation>
            <numerusform>模型的层分给 %n 个阶段，每个阶段各占一个 rank。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stage %1: layers %2 to %3</source>
        <translation>阶段 %1：第 %2 至 %3 层</translation>
    </message>
    <message>
        <source>%1 per rank</source>
        <translation>每个 rank %1</translation>
    </message>
    <message>
        <source>Planned step</source>
        <translation>计划的一步</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SweepDialog</name>
    <message>
        <source>&amp;Add a key</source>
        <translation>添加键(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Hold them: they start when released</source>
        <translation>暂缓：放行后才开始(&amp;H)</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>One run for each combination of the values, each repeated with every seed. They are queued together; Compare shows their mean ± standard deviation.</source>
        <translation>取值的每种组合运行一次，并用每个种子重复。它们一同排队；“比较”显示均值 ± 标准差。</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>参数扫描的各次运行</translation>
    </message>
    <message>
        <source>Number of runs and their time</source>
        <translation>运行次数与时间</translation>
    </message>
    <message>
        <source>Runs of each combination: with training.seed, training.seed + 1 and so on</source>
        <translation>每种组合的运行次数：种子为 training.seed、training.seed + 1，依此类推</translation>
    </message>
    <message>
        <source>the preset&apos;s name</source>
        <translation>预设的名称</translation>
    </message>
    <message>
        <source>Common name of these runs</source>
        <translation>这些运行的共同名称</translation>
    </message>
    <message>
        <source>&amp;Seeds:</source>
        <translation>种子(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Group:</source>
        <translation>组(&amp;G)：</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>values, with commas between them: 1e-5, 3e-5</source>
        <translation>取值，以逗号分隔：1e-5, 3e-5</translation>
    </message>
    <message>
        <source>Keep the preset&apos;s value of this key</source>
        <translation>此键保持预设中的值</translation>
    </message>
    <message>
        <source>Key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>Values of key %1</source>
        <translation>键 %1 的取值</translation>
    </message>
    <message>
        <source>Remove key %1</source>
        <translation>移除键 %1</translation>
    </message>
    <message>
        <source>Correct the values first</source>
        <translation>请先更正取值</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Queue %n run(s)</source>
        <translation>
            <numerusform>将 %n 次运行加入队列(&amp;Q)</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Nothing to queue yet.</source>
        <translation>还没有可加入队列的运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s); their time is being estimated.</source>
        <translation>
            <numerusform>%n 次运行；正在估计时间。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), about %1 of training in all.</source>
        <translation>
            <numerusform>%n 次运行，训练共约 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at a time: about %2.</source>
        <translation>同时 %1 个：约 %2。</translation>
    </message>
    <message>
        <source>Together they leave about %1 on the disk, where %2 are free.</source>
        <translation>它们共在磁盘上留下约 %1，现有 %2 可用。</translation>
    </message>
    <message>
        <source>The disk has no room for all of them: %1 are needed, %2 are free. Keep fewer checkpoints (checkpoint.keep), or sweep fewer values.</source>
        <translation>磁盘放不下全部运行：需要 %1，可用 %2。请少保留检查点（checkpoint.keep），或减少扫描的值。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SweepModel</name>
    <message>
        <source>as the preset</source>
        <translation>与预设相同</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TableColumns</name>
    <message>
        <source>Click to sort; right-click to choose columns</source>
        <translation>单击排序；右键选择列</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>重置列</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TemplateList</name>
    <message numerus="yes">
        <source>%n preset(s)</source>
        <translation>
            <numerusform>%n 个预设</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TextDrawer</name>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Show or hide the preset&apos;s text (%1)</source>
        <translation>显示或隐藏预设的文本 (%1)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TokenView</name>
    <message>
        <source>The row as tokens</source>
        <translation>该行的词元</translation>
    </message>
    <message>
        <source>Choose a row above to see its tokens.</source>
        <translation>在上方选择一行以查看其词元。</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s), all of them kept</source>
        <translation>
            <numerusform>%n 个词元，全部保留</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens, %2 of them kept</source>
        <translation>%1 个词元，保留 %2 个</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 另有 %1 个</translation>
    </message>
    <message>
        <source>, read in %1 windows</source>
        <translation>，分 %1 个窗口读取</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TrackingActions</name>
    <message>
        <source>Write for &amp;MLflow…</source>
        <translation>写成 &amp;MLflow 文件…</translation>
    </message>
    <message>
        <source>Write for &amp;W&amp;&amp;B…</source>
        <translation>写成 &amp;W&amp;&amp;B 文件…</translation>
    </message>
    <message>
        <source>Settings, metrics and report, as files that mlflow ui shows</source>
        <translation>设置、指标和报告，写成 mlflow ui 能显示的文件</translation>
    </message>
    <message>
        <source>Settings, metrics and report, as offline runs that wandb sync sends</source>
        <translation>设置、指标和报告，写成 wandb sync 能发送的离线运行</translation>
    </message>
    <message>
        <source>Select a run first</source>
        <translation>请先选择一个运行</translation>
    </message>
    <message>
        <source>MLflow&apos;s file store (mlruns)</source>
        <translation>MLflow 的文件存储（mlruns）</translation>
    </message>
    <message>
        <source>Folder for wandb/</source>
        <translation>存放 wandb/ 的文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) written. To see them: %1</source>
        <translation>
            <numerusform>已写出 %n 个运行。查看方法：%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TryPage</name>
    <message>
        <source>Model to export</source>
        <translation>要导出的模型</translation>
    </message>
    <message>
        <source>Writes a CSV with the prediction and every class&apos;s probability of each row</source>
        <translation>写出 CSV，含每行的预测和各类别的概率</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Select a run to try its model.</source>
        <translation>选择一个运行以试用其模型。</translation>
    </message>
    <message>
        <source>There is no model to try yet: the first evaluation saves one.</source>
        <translation>还没有可试用的模型：第一次评估后会有。</translation>
    </message>
    <message>
        <source>%1, beside the run on one CPU thread</source>
        <translation>%1，与运行并行，用一个 CPU 线程</translation>
    </message>
    <message>
        <source>File of texts</source>
        <translation>文本文件</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.jsonl *.json *.gz *.zst);;All files (*)</source>
        <translation>表格 (*.csv *.tsv *.jsonl *.json *.gz *.zst);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Predictions cannot replace the file of the texts.</source>
        <translation>预测不能覆盖文本文件。</translation>
    </message>
    <message>
        <source>Predicting %1…</source>
        <translation>正在预测 %1…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Folder for the model</source>
        <translation>存放模型的文件夹</translation>
    </message>
    <message>
        <source>The model is in %1.</source>
        <translation>模型在 %1。</translation>
    </message>
    <message>
        <source>Predict a f&amp;ile…</source>
        <translation>预测文件(&amp;I)…</translation>
    </message>
    <message>
        <source>Predictions written: %1, to %2</source>
        <translation>写出的预测：%1，位于 %2</translation>
    </message>
    <message>
        <source>No predictions are written.</source>
        <translation>没有写出任何预测。</translation>
    </message>
    <message numerus="yes">
        <source>Accuracy %1 of %n labelled row(s)</source>
        <translation>
            <numerusform>%n 个带标签行的准确率 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have a label that the model does not know</source>
        <translation>
            <numerusform>%n 行的标签是模型不认识的</numerusform>
        </translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message numerus="yes">
        <source>Pearson %1, Spearman %2, mean squared error %3 of %n labelled row(s)</source>
        <translation>
            <numerusform>%n 行有标签：皮尔逊 %1，斯皮尔曼 %2，均方误差 %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Micro F1 %1, macro F1 %2, subset accuracy %3 of %n labelled row(s)</source>
        <translation>
            <numerusform>%n 个有标签的行：微平均 F1 %1，宏平均 F1 %2，子集准确率 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Writes a CSV with the model&apos;s answer to each row</source>
        <translation>写出一个 CSV，含模型对每一行的回答</translation>
    </message>
    <message>
        <source>Words and texts (*.conll *.conllu *.txt *.tsv *.jsonl *.json *.csv *.gz *.zst);;All files (*)</source>
        <translation>词和文本 (*.conll *.conllu *.txt *.tsv *.jsonl *.json *.csv *.gz *.zst);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Writes a CSV with the embedding of each row&apos;s text</source>
        <translation>写出一个 CSV，含每行文本的嵌入</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Writes the model for other programs</source>
        <translation>为其他程序写出模型</translation>
    </message>
    <message>
        <source>Hugging Face &amp;folder…</source>
        <translation>Hugging Face 文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>With a model card made from the report</source>
        <translation>附带根据报告生成的模型卡</translation>
    </message>
    <message>
        <source>&amp;GGUF file…</source>
        <translation>&amp;GGUF 文件…</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>GGUF 文件 (*.gguf)</translation>
    </message>
    <message>
        <source>For llama.cpp and programs built on it</source>
        <translation>供 llama.cpp 及基于它的程序使用</translation>
    </message>
    <message>
        <source>&amp;ONNX file…</source>
        <translation>&amp;ONNX 文件…</translation>
    </message>
    <message>
        <source>ONNX files (*.onnx)</source>
        <translation>ONNX 文件 (*.onnx)</translation>
    </message>
    <message>
        <source>For ONNX Runtime and programs built on it</source>
        <translation>供 ONNX Runtime 及基于它的程序使用</translation>
    </message>
    <message>
        <source>File to write the model to</source>
        <translation>模型写入的文件</translation>
    </message>
    <message>
        <source>Export a Hugging Face folder too for its tokenizer or image processor.</source>
        <translation>如需其分词器或图像处理器，请再导出一个 Hugging Face 文件夹。</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::UnsavedPresets</name>
    <message>
        <source>Unsaved changes were restored: %1</source>
        <translation>未保存的修改已恢复：%1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Unsaved presets</source>
        <translation>未保存的预设</translation>
    </message>
    <message numerus="yes">
        <source>%n preset(s) have changes that are not saved:</source>
        <translation>
            <numerusform>%n 个预设有未保存的更改：</numerusform>
        </translation>
    </message>
    <message>
        <source>Drafts are restored when the window is opened again.</source>
        <translation>保留的草稿会在下次打开窗口时恢复。</translation>
    </message>
    <message>
        <source>Keep as &amp;drafts</source>
        <translation>保留为草稿(&amp;D)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WarningList</name>
    <message>
        <source>There are no warnings.</source>
        <translation>没有警告。</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WatchPage</name>
    <message>
        <source>State of the run</source>
        <translation>运行的状态</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Lay the curves of other runs over these</source>
        <translation>把其他运行的曲线叠加在上面</translation>
    </message>
    <message>
        <source>Overlay other runs</source>
        <translation>叠加其他运行</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Log files</source>
        <translation>日志文件</translation>
    </message>
    <message>
        <source>Open the folder with the output of each rank</source>
        <translation>打开存有各 rank 输出的文件夹</translation>
    </message>
    <message>
        <source>Open the folder of log files</source>
        <translation>打开日志文件的文件夹</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>reading the journal</source>
        <translation>正在读取事件日志</translation>
    </message>
    <message>
        <source>Reading the journal…</source>
        <translation>正在读取事件日志…</translation>
    </message>
    <message>
        <source>The run is starting: it reads and tokenizes its data and loads the model first.</source>
        <translation>运行正在启动：先读取数据、分词并加载模型。</translation>
    </message>
    <message>
        <source>The run has logged no step yet. Resume starts it again.</source>
        <translation>该运行还没有记录任何步。恢复训练会再次启动它。</translation>
    </message>
    <message>
        <source>No process of this run is on this machine now.</source>
        <translation>本机现在没有该运行的 rank。</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU.</source>
        <translation>本机没有 NVIDIA GPU。</translation>
    </message>
    <message>
        <source>Log (%1)</source>
        <translation>日志 (%1)</translation>
    </message>
    <message>
        <source>Ranks (%1 with a remark)</source>
        <translation>各 rank（%1 个有说明）</translation>
    </message>
    <message>
        <source>Warnings (%1)</source>
        <translation>警告 (%1)</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找运行…</translation>
    </message>
    <message>
        <source>There is no other run.</source>
        <translation>没有其他运行。</translation>
    </message>
    <message>
        <source>The run is on %1; these are the devices of this machine.</source>
        <translation>运行位于 %1；这里显示的是本机的设备。</translation>
    </message>
    <message>
        <source>The journal has no steps: it is empty or damaged. Report and models are read from their own files.</source>
        <translation>事件日志中没有任何步：它是空的或已损坏。报告和模型从各自的文件读取。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WatchTiles</name>
    <message>
        <source>Total time</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation>验证%1</translation>
    </message>
    <message>
        <source>Best validation</source>
        <translation>最佳验证值</translation>
    </message>
    <message>
        <source>no evaluation yet</source>
        <translation>尚无评估</translation>
    </message>
    <message>
        <source>Best validation %1</source>
        <translation>最佳验证%1</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 步/秒</translation>
    </message>
    <message>
        <source>GPU memory %1</source>
        <translation>GPU 内存 %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WorstRows</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Test rows with the largest errors</source>
        <translation>误差最大的测试行</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>完整文本</translation>
    </message>
    <message>
        <source>Select a row to read its whole text.</source>
        <translation>选择一行以阅读完整文本。</translation>
    </message>
</context>
</TS>
